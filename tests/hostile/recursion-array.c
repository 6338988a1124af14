// A recursion whose calls have an array each.
static int f(char *up, int n) {
  char room[1024];
  room[n % 1024] = up[n % 7];
  return f(room, n + 1) + room[0];
}
int main(void) {
  char first[8] = {0};
  return f(first, 0);
}
