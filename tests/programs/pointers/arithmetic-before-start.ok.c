// A loop that runs backwards with an index.
int main(void) {
  int a[3] = {1, 2, 3}, s = 0;
  int i = 3;
  while (i > 0)
    s += a[--i];
  return s - 6;
}
