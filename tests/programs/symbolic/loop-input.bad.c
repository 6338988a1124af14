// All of the inputs are as large as they can be.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    sum += c >> 4;
  }
  if (sum > 74)
    reach_error(); //~ assertion
  return 0;
}
