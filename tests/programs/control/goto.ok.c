// Jumps forwards, backwards, into and out of blocks.
int main(void) {
  int n = 0, i = 0;
top:
  n += i;
  if (++i < 5)
    goto top;
  if (n != 10)
    return 2;
  goto inside;
  {
    n = 100;
  inside:
    n++;
  }
  for (int a = 0; a < 10; a++)
    for (int b = 0; b < 10; b++)
      if (a * b == 42)
        goto found;
  return 3;
found:
  return n == 11 ? 0 : 4;
}
