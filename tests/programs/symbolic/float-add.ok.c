// Sums of floating-point numbers commute, and lose nothing where they are small.
//@ native: no
extern float __VERIFIER_nondet_float(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  unsigned short i = __VERIFIER_nondet_ushort();
  if (a == a && b == b && a + b != b + a && a + b == a + b)
    reach_error();
  float f = i;
  if (f + 1 != i + 1 || f - i != 0)
    reach_error();
  return 0;
}
