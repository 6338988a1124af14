// There is no pointer in the middle.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int a = 1, b = 2, *both[3] = {&a, 0, &b}, x = __VERIFIER_nondet_int();
  unsigned char i = __VERIFIER_nondet_uchar() % 3;
  *both[i] = x; //~ null-dereference
  return 0;
}
