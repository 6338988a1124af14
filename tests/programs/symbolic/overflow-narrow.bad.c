// Unsigned ones do, since they are promoted to int.
//@ native: no
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
  unsigned short c = a * b; //~ signed-overflow
  return c == 5;
}
