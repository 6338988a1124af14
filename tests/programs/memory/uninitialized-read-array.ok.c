// An array of which all elements are set.
int main(void) {
  int a[8];
  for (int i = 0; i < 8; i++)
    a[i] = i;
  int s = 0;
  for (int i = 0; i < 8; i++)
    s += a[i];
  return s - 28;
}
