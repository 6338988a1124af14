// The second position leaves its row, although not the whole.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char a[3][4] = {{1}};
  unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i < 2 && j < 5);
  return a[i][j] == 7; //~ out-of-bounds
}
