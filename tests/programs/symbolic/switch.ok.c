// Labels, ranges and the rest divide the numbers of a term among them.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int way;
  switch ((x ^ 5) % 10) {
  case 0:
    way = 0;
    break;
  case 1 ... 5:
    way = 1;
    break;
  case -9 ... -1:
    way = -1;
    break;
  default:
    way = 2;
  }
  if (way == 2 && ((x ^ 5) % 10 < 6 || x % 10 > 9))
    reach_error();
  if (way == -1 && x >= 0)
    reach_error();
  return 0;
}
