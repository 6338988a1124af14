// Recursion without much end.
static long depth(long n) {
  volatile char frame[64];
  frame[0] = (char)n;
  if (n == 1000)
    return 0;
  return depth(n + 1) + frame[0] * 0 + 1;
}

int main(void) { return depth(0) == 1000 ? 0 : 3; }
