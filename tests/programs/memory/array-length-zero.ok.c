// An array must have at least one element (C11 6.7.6.2p5).
static int sum(int count) {
  int numbers[count];
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += numbers[i] = i;
  return sum;
}

int main(void) {
  volatile int count = 3;
  return sum(count) - 3;
}
