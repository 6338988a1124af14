// The second index of a matrix leaves its row.
int matrix[3][4];

static void set(int i, int j, int v) {
  matrix[i][j] = v; //~ out-of-bounds: index 4
}

int main(void) {
  set(1, 4, 9);
  return matrix[1][3] - 9;
}
