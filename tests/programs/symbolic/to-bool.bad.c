// A char is not a boolean.
//@ native: no
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
  long l = __VERIFIER_nondet_long();
  unsigned char low = l & 256;
  if (low != (l >> 8 & 1))
    reach_error(); //~ assertion
  return 0;
}
