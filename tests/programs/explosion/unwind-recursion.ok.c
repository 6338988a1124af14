// A function that calls itself by way of another one, for ever.
//@ check: --unwind 3
//@ unknown: a function that calls itself more than 3 times deep (--unwind)
//@ native: no
static int down(int n);

static int other(int n) {
  return down(n + 1);
}

static int down(int n) {
  return n < 0 ? n : other(n);
}

int main(void) {
  return down(0) < 0;
}
