// The sum does not fit its field.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

struct Bits {
  unsigned short a : 9, b : 7;
};
int main(void) {
  struct Bits s[3] = {{1, 2}, {3, 4}, {5, 6}};
  unsigned char i = __VERIFIER_nondet_uchar() % 3, x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x < 124);
  s[i].b += x;
  if (s[i].b != 2 * i + 2 + x || s[i].a != 2 * i + 1)
    reach_error(); //~ assertion
  return 0;
}
