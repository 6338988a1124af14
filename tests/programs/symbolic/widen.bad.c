// It has a sign when it gets wider, not before.
//@ native: no
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  signed char c = __VERIFIER_nondet_char();
  if ((unsigned short)(unsigned char)c != (unsigned short)c)
    reach_error(); //~ assertion
  return 0;
}
