// A recursion whose calls have an array each that gets longer and longer.
static int f(int n) {
  char room[n];
  room[n - 1] = 1;
  return f(n + 16) + room[n - 1];
}
int main(void) { return f(16); }
