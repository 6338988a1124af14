// A value that a switch tells apart: three ways, however many numbers.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int seen = 0;
  switch (__VERIFIER_nondet_uint()) {
  case 0:
    seen = 1;
    break;
  case 7 ... 4000000000u:
    seen = 2;
    break;
  default:
    seen = 3;
  }
  if (seen == 0)
    reach_error();
  return 0;
}
