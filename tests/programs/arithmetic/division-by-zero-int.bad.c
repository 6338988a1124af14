// The divisor is zero.
static int mean(int sum, int count) {
  return sum / count; //~ division-by-zero
}

int main(void) { return mean(10, 0) - 2; }
