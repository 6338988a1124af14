// Fifteen is not sixteen: a field of five bits with a sign.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct Bits {
  unsigned a : 3;
  int b : 5;
};
int main(void) {
  struct Bits s = {0};
  int x = __VERIFIER_nondet_int();
  if (x < -16 || x > 16)
    return 0;
  s.b = x;
  if (s.b != x)
    reach_error(); //~ assertion
  return 0;
}
