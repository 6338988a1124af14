// An address is moved as a number, past the end of an object whose size is not a number.
//@ native: no
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long size = __VERIFIER_nondet_ulong(), by = __VERIFIER_nondet_ulong();
  if (size < 100 || size > 200 || by > 104)
    return 0;
  void *object = malloc(size);
  char *p = (char *)((unsigned long)object + by);
  *p = 8; //~| out-of-bounds //~| invalid-dereference
  int read = *p;
  free(object);
  return read - 8;
}
