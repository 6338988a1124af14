// The last byte is not copied.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

struct Pair {
  int first;
  short second;
};
int main(void) {
  struct Pair a = {__VERIFIER_nondet_int(), __VERIFIER_nondet_short()}, b = {0, 0};
  const unsigned char *from = (const unsigned char *)&a;
  unsigned char *to = (unsigned char *)&b;
  for (unsigned i = 0; i < 5; i++)
    to[i] = from[i];
  if (a.second != b.second)
    reach_error(); //~ assertion
  return 0;
}
