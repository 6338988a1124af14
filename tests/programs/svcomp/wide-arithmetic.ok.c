// Counting up, turning round and cutting keep a value open; where it would go round the end, that part is a case of its own.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 2147483647 && x + 1 <= x)
    reach_error();
  if (x > 5 && x - 10 > 100 && 200 - x > 95)
    reach_error();
  if (x == ~x)
    reach_error();
  unsigned u = __VERIFIER_nondet_uint();
  if (u + 1 == 0 && u != 4294967295u)
    reach_error();
  if (u - 1 > u && u != 0)
    reach_error();
  int s = (int)u;
  if (s < 0 && u < 2147483648u)
    reach_error();
  unsigned char c = __VERIFIER_nondet_uchar();
  if ((signed char)c < 0 && c < 128)
    reach_error();
  if (c > 255)
    reach_error();
  return 0;
}
