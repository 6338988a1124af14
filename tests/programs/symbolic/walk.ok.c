// A pointer walks over an array until it finds a symbolic value.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char a[4];
  for (int i = 0; i < 3; i++)
    a[i] = __VERIFIER_nondet_uchar();
  a[3] = 7;
  unsigned char *p = a;
  while (*p != 7)
    p++;
  if (p - a > 3 || p > a && p[-1] == 7)
    reach_error();
  return 0;
}
