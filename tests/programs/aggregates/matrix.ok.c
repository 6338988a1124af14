// Arrays of arrays, walked in every way.
enum { N = 4 };

static void multiply(int a[N][N], int b[N][N], int c[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

int main(void) {
  int a[N][N], id[N][N] = {{0}}, c[N][N];
  for (int i = 0; i < N; i++) {
    id[i][i] = 1;
    for (int j = 0; j < N; j++)
      a[i][j] = i * N + j;
  }
  multiply(a, id, c);
  int s = 0;
  for (int(*row)[N] = c; row < c + N; row++)
    for (int *p = *row; p < *row + N; p++)
      s += *p;
  if (s != 120)
    return 2;
  char cube[2][3][4];
  for (int i = 0; i < 24; i++)
    cube[i / 12][i / 4 % 3][i % 4] = (char)i;
  return cube[1][2][3] == 23 && sizeof cube[0] == 12 ? 0 : 3;
}
