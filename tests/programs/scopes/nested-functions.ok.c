// GCC's nested functions see the variables of the function around them, also through pointers.
static int apply(int (*f)(int), int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += f(i);
  return s;
}

int main(void) {
  int factor = 3, calls = 0;
  int times(int x) {
    calls++;
    return x * factor;
  }
  if (times(5) != 15)
    return 2;
  factor = 2;
  if (apply(times, 4) != 12 || calls != 5)
    return 3;
  int outer(int n) {
    int inner(void) { return n + factor; }
    return inner();
  }
  return outer(1) == 3 ? 0 : 4;
}
