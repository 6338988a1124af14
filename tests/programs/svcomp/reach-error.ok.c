// reach_error is not reached.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  if ((unsigned)x * 3 > 765)
    reach_error();
  return 0;
}
