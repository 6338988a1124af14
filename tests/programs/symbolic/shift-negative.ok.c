// A difference that is a count is not negative.
//@ native: no
extern char __VERIFIER_nondet_char(void);

int main(void) {
  signed char n = __VERIFIER_nondet_char();
  if (n < 5 || n > 30)
    return 0;
  return 5000 >> (n - 5) == 3;
}
