// A loop bounded by an input that can be anything below the size of the array.
//@ check: --unwind 5
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int table[4] = {0};
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n && i < 4; i++)
    table[i] = 1;
  return table[0] > 1;
}
