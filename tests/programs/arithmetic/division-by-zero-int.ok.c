// The divisor is not zero.
static int mean(int sum, int count) {
  return sum / count;
}

int main(void) { return mean(10, 5) - 2; }
