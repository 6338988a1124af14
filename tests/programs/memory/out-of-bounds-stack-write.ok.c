// Writes the last element of an array on the stack by its index.
int main(void) {
  int a[5];
  int n = 0;
  for (n = 0; n < 5; n++)
    a[n] = n;
  return a[4] - 4;
}
