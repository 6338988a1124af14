// A bit-field of a structure that a symbolic position chooses.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

struct Bits {
  unsigned short a : 5, b : 11;
};
int main(void) {
  struct Bits s[3] = {{1, 2}, {3, 4}, {5, 6}};
  unsigned char i = __VERIFIER_nondet_uchar() % 3, x = __VERIFIER_nondet_uchar();
  s[i].b += x;
  if (s[i].b != 2 * i + 2 + x || s[i].a != 2 * i + 1)
    reach_error();
  return 0;
}
