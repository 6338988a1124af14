// Two symbolic positions in an array of arrays.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned char a[3][4];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      a[i][j] = 10 * i + j;
  unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i < 3 && j < 4);
  if (a[i][j] != 10 * i + j)
    reach_error();
  a[i][j] = 99;
  if (a[2][3] == 99 && (i != 2 || j != 3))
    reach_error();
  return 0;
}
