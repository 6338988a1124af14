// The length of one dimension is computed.
static int size(int rows, int columns) {
  char table[rows][columns - 5];
  return sizeof table;
}

int main(void) {
  volatile int columns = 8;
  return size(2, columns) - 6;
}
