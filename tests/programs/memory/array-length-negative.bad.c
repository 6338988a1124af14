// The length of one dimension is negative.
static int size(int rows, int columns) {
  char table[rows][columns - 5]; //~ invalid-value: length -2
  return sizeof table;
}

int main(void) {
  volatile int columns = 3;
  return size(2, columns);
}
