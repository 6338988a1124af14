// A symbolic position chooses a pointer, and something is written there.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int a = 1, b = 2, *both[2] = {&a, &b}, x = __VERIFIER_nondet_int();
  unsigned char i = __VERIFIER_nondet_uchar() & 1;
  *both[i] = x;
  if (i == 0 && (a != x || b != 2) || i == 1 && (b != x || a != 1))
    reach_error();
  return 0;
}
