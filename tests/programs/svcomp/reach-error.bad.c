// reach_error is not reached.
// Here it is.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  if ((unsigned char)(x * 3) == 100)
    reach_error(); //~ assertion
  return 0;
}
