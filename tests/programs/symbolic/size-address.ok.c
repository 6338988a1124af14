// An address is rounded up and moved as a number, inside of an object whose size is not a number.
//@ native: no
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long size = __VERIFIER_nondet_ulong(), by = __VERIFIER_nondet_ulong();
  if (size < 8192 || size > 9000 || by > 60)
    return 0;
  void *object = malloc(size);
  unsigned long address = ((unsigned long)object + 4095) & -4096ul;
  char *p = (char *)(address + by);
  *p = 8;
  int read = *p;
  free(object);
  return read - 8;
}
