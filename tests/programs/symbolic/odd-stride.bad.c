// One of the elements of 12 bytes is another one.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

struct Three {
  int x, y, z;
};
int main(void) {
  struct Three a[8];
  for (int j = 0; j < 8; j++)
    a[j].x = 10 + j, a[j].y = 20 + j, a[j].z = 30 + j;
  a[5].y = 0;
  unsigned char i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i > 0 && i <= 8);
  struct Three *p = a;
  p += i;
  if (p[-1].y != 19 + i)
    reach_error(); //~ assertion
  return 0;
}
