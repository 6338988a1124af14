// There is no third function.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int half(int x) { return x / 2; }
static int same(int x) { return x; }
static int (*const table[2])(int) = {half, same};
int main(void) {
  int x = __VERIFIER_nondet_int(), y = table[__VERIFIER_nondet_uchar() % 3](x); //~ out-of-bounds
  return y == 5;
}
