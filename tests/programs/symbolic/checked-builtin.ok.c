// The builtins that say whether a result fits.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), sum;
  short b = __VERIFIER_nondet_short();
  if (!__builtin_add_overflow(a, b, &sum) && sum - b != a)
    reach_error();
  if (__builtin_add_overflow(a, b, &sum) && a > -2147450879 && a < 2147450880)
    reach_error();
  return 0;
}
