// Bit-fields cut what is stored, and extend it when it is read.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

struct Bits {
  unsigned a : 3;
  int b : 5;
  unsigned long c : 40;
  _Bool d : 1;
};
int main(void) {
  struct Bits s = {0};
  int x = __VERIFIER_nondet_int();
  unsigned long y = __VERIFIER_nondet_ulong();
  s.a = x;
  s.b = x;
  s.c = y;
  s.d = x;
  if (s.a != (x & 7) || s.b < -16 || s.b > 15 || (s.b & 31) != (x & 31))
    reach_error();
  if (s.c != (y & 0xffffffffff) || s.d != (x != 0))
    reach_error();
  s.a++;
  if (s.a != ((x + 1u) & 7) || s.c != (y << 24 >> 24))
    reach_error();
  return 0;
}
