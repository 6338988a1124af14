// Elements of 12 bytes, reached from behind: a step that is no power of two, and a negative constant.
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
  unsigned char i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i > 0 && i <= 8);
  struct Three *p = a;
  p += i;
  if (p[-1].x != 9 + i || p[-1].y != 19 + i || p[-1].z != 29 + i)
    reach_error();
  p[-1].y = 0;
  for (int j = 0; j < 8; j++)
    if (a[j].y != (j + 1 == i ? 0 : 20 + j))
      reach_error();
  return 0;
}
