// It is not the inverse.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char to[5] = {3, 0, 4, 1, 2}, from[5] = {1, 3, 0, 4, 2};
  unsigned char i = __VERIFIER_nondet_uchar() % 5;
  if (from[to[i]] != i || to[from[i]] != i)
    reach_error(); //~ assertion
  return 0;
}
