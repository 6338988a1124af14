// Calls that are not many, but have large variables.
//@ violation: stack-overflow
static int depth(int n) {
  char room[100000];
  room[n] = (char)n;
  return n == 0 ? room[0] : depth(n - 1);
}

int main(void) { return depth(200); }
