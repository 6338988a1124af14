// A pointer may point one past the end of an array, and does.
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int *p = a;
  int n = 4;
  int *end = p + n;
  int s = 0;
  for (; p < end; p++)
    s += *p;
  return s - 10;
}
