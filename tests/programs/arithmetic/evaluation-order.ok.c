// What C fixes about order: && || ?: and the comma; what is skipped has no effect.
static int trace;

static int t(int digit, int value) {
  trace = trace * 10 + digit;
  return value;
}

int main(void) {
  int zero = 0;
  if (t(1, 0) && t(2, 1 / (zero + 1)))
    return 2;
  if (!(t(3, 1) || t(4, 1)))
    return 3;
  int r = t(5, 1) ? t(6, 7) : t(7, 8);
  r += (t(8, 0), t(9, 1));
  if (zero && 1 / zero)
    return 4;
  int g = t(1, 4) ?: t(2, 5);
  return trace == 1356891 && r == 8 && g == 4 ? 0 : 5;
}
