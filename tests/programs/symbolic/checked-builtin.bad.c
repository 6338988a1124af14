// A sum that does not fit is cut.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), sum;
  short b = __VERIFIER_nondet_short();
  if (__builtin_add_overflow(a, b, &sum) && sum == 2147483647)
    reach_error(); //~ assertion
  return 0;
}
