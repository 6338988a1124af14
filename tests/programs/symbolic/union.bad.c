// The lowest byte comes first.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

union Both {
  unsigned whole;
  unsigned char bytes[4];
};
int main(void) {
  union Both u;
  u.whole = __VERIFIER_nondet_uint();
  if (u.bytes[0] != u.whole >> 24)
    reach_error(); //~ assertion
  return 0;
}
