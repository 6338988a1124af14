// More arguments than any machine has registers, of mixed types.
static long f(int a, double b, long c, char d, float e, short g, void *h, int i, int j, int k, double l, double m, double n,
              double o, double p, double q, double r, double s, long t, __int128 u, long double v) {
  return a + (long)b + c + d + (long)e + g + (h != 0) + i + j + k + (long)(l + m + n + o + p + q + r + s) + t +
         (long)u + (long)v;
}

int main(void) {
  int x;
  return f(1, 1, 1, 1, 1, 1, &x, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) == 21 ? 0 : 2;
}
