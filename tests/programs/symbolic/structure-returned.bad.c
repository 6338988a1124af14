// The upper byte is lost.
//@ native: no
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

struct Pair {
  short first;
  unsigned char second;
};
static struct Pair turned(struct Pair it) { return (struct Pair){it.second, (unsigned char)it.first}; }
int main(void) {
  struct Pair a = {__VERIFIER_nondet_short(), __VERIFIER_nondet_uchar()}, b = turned(turned(a));
  if (b.first != a.first)
    reach_error(); //~ assertion
  return 0;
}
