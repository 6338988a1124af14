// One position is outside.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);

static const int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 8)
    return 0;
  return squares[i] == 3; //~ out-of-bounds
}
