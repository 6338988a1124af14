// The second index of a matrix stays in its row.
int matrix[3][4];

static void set(int i, int j, int v) {
  matrix[i][j] = v;
}

int main(void) {
  set(1, 3, 9);
  return matrix[1][3] - 9;
}
