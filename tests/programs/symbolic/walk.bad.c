// Nothing stops the pointer if no value is the one that it looks for.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a[4];
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_uchar();
  unsigned char *p = a;
  while (*p != 7) //~ out-of-bounds
    p++;
  return 0;
}
