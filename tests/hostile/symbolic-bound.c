// A loop whose bound can be any of 2^32 numbers.
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned bound = __VERIFIER_nondet_uint(), hash = 7;
  for (unsigned i = 0; i < bound; i++)
    hash = hash * 31 + i;
  return hash == 12345;
}
