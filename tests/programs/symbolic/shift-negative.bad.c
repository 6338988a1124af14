// One count is negative.
//@ native: no
extern char __VERIFIER_nondet_char(void);

int main(void) {
  signed char n = __VERIFIER_nondet_char();
  if (n < 4 || n > 30)
    return 0;
  return 5000 >> (n - 5) == 3; //~ invalid-shift: -1
}
