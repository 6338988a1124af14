// A pointer may point one past the end of an array, no further.
//@ options: --pedantic
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int *p = a;
  int n = 5;
  int *end = p + n; //~ invalid-pointer-operation: offset 20 of local variable `a` (16 bytes)
  int s = 0;
  for (; p < end; p++)
    s += *p;
  return s - 10;
}
