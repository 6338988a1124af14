// Arrays of run-time size: parameters, two dimensions, sizeof, typedef, in loops.
static int trace(int n, int m[n][n]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += m[i][i];
  return s;
}

static int grow(int n) {
  int total = 0;
  for (int i = 1; i <= n; i++) {
    int a[i];
    for (int j = 0; j < i; j++)
      a[j] = j;
    total += a[i - 1] + (int)(sizeof a / sizeof *a);
  }
  return total;
}

int main(void) {
  int n = 3;
  int m[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      m[i][j] = i * n + j;
  n = 100;
  if (sizeof m != 36 || sizeof m[0] != 12 || trace(3, m) != 12)
    return 2;
  int k = 4;
  typedef char row[k];
  k = 9;
  row r;
  int(*p)[3] = m;
  return sizeof r == 4 && p[2][1] == 7 && grow(5) == 25 ? 0 : 3;
}
