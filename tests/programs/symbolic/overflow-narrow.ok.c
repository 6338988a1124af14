// Numbers that are promoted do not overflow.
//@ native: no
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  short c = a * b;
  c++;
  return c == 5;
}
