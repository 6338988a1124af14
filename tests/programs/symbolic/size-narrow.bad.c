// With 32 bits, half of all addresses is soon asked for.
//@ native: no
//@ flags: -m32
extern void *malloc(unsigned);
extern void free(void *);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  char *p = malloc(n);
  if (n == 0) {
    free(p);
    return 0;
  }
  p[0] = 1; //~ null-dereference
  free(p);
  return 0;
}
