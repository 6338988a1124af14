// Operands of divisions and shifts are evaluated once, in C's ways to write them.
static int calls;
static int next(void) { return ++calls; }
static int table[4] = {40, 30, 20, 10};
int main(void) {
  int i = 0, n = 100;
  int sizes[next() * 6 / 2];
  n /= next();
  n %= 7 + i++;
  n <<= next();
  if (calls != 3 || i != 1 || n != 8 || sizeof sizes != 3 * sizeof(int))
    return 1;
  if (table[i++] / 7 + (i ? next() / 2 : 0) != 6 || i != 2)
    return 2;
  table[next() % 4] /= 2;
  if (calls != 5 || table[1] != 15)
    return 3;
  return -7 / 2 == -3 && -7 % 2 == -1 ? 0 : 4;
}
