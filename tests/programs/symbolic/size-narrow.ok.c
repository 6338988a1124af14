// With 32 bits too, no object is larger than half of all addresses: whoever asks for more gets a null pointer.
//@ native: no
//@ flags: -m32
extern void *malloc(unsigned);
extern void free(void *);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  char *p = malloc(n);
  if (n == 0 || n >> 31) {
    free(p);
    return 0;
  }
  p[0] = 1;
  free(p);
  return 0;
}
