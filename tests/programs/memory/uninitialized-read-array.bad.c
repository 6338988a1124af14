// An array of which all but one elements are set.
int main(void) {
  int a[8];
  for (int i = 1; i < 8; i++)
    a[i] = i;
  int s = 0;
  for (int i = 0; i < 8; i++)
    s += a[i]; //~ uninitialized-read: local variable `a` (32 bytes)
  return s - 28;
}
