// The count is a long, whose lower 32 bits are zero.
int main(void) {
  volatile long count = 1L << 32;
  volatile int number = 1;
  return number << count; //~ invalid-shift
}
