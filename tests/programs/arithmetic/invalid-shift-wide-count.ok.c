// The count is a long.
int main(void) {
  volatile long count = 1L << 2;
  volatile int number = 1;
  return (number << count) - 16;
}
