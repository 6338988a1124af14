// Recursion: plain, mutual, through pointers, deep.
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static int hanoi(int n, int from, int to, int *moves) {
  if (n == 0)
    return 0;
  hanoi(n - 1, from, 3 - from - to, moves);
  ++*moves;
  return hanoi(n - 1, 3 - from - to, to, moves);
}

static long depth(long n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
  int moves = 0;
  hanoi(8, 0, 2, &moves);
  if (fib(15) != 610 || !even(100) || odd(50) || ackermann(2, 3) != 9 || moves != 255)
    return 2;
  return depth(20000) == 20000 ? 0 : 3;
}
