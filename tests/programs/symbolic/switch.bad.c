// A case falls through to the next one.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int way = 0;
  switch (x * 3 & 7) {
  case 5:
    way = 1;
  case 6:
    way += 2;
    break;
  case 7:
    way = 3;
  }
  if (way == 3 && (x & 1) && x % 8 != 5)
    reach_error(); //~ assertion
  return 0;
}
