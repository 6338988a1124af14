// A loop bounded by an input that can be anything.
//@ check: --unwind 5
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int table[4] = {0};
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++)
    table[i] = 1; //~ out-of-bounds
  return table[0];
}
