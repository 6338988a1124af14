// An array of variable length.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 1000000)
    return 0;
  int a[n];
  a[0] = 3;
  if (n > 20) {
    a[20] = 4;
    if (a[20] + a[0] != 7 || sizeof a != n * sizeof(int))
      reach_error();
  }
  return 0;
}
