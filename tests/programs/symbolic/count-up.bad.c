// An int that starts anywhere overflows in the third round.
//@ native: no
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i > 2147483645)
    return 0;
  for (int n = 0; n < 3; n++)
    i++; //~ signed-overflow
  return 0;
}
