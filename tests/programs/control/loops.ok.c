// Every loop, with break and continue at several depths.
int main(void) {
  int s = 0;
  for (int i = 0; i < 10; i++) {
    if (i == 3)
      continue;
    if (i == 8)
      break;
    s += i;
  }
  if (s != 25)
    return 2;
  int n = 0;
  do
    n++;
  while (n < 5);
  while (n > 0 && n != 2)
    n--;
  if (n != 2)
    return 3;
  for (;;) {
    for (int j = 0;; j++) {
      if (j == 4)
        break;
      n += j;
    }
    break;
  }
  if (n != 8)
    return 4;
  int i, j;
  for (i = 0, j = 10; i < j; i++, j--)
    ;
  do {
    continue;
  } while (0);
  return i == 5 && j == 5 ? 0 : 5;
}
