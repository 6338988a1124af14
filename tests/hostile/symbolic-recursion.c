// Recursion whose depth is a number that is not decided.
unsigned __VERIFIER_nondet_uint(void);
static unsigned sum(unsigned n) { return n ? n + sum(n - 1) : 0; }
int main(void) {
  return sum(__VERIFIER_nondet_uint()) == 7;
}
