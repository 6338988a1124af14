// A compound assignment whose divisor becomes zero in a loop.
int main(void) {
  int v = 1000;
  for (int d = 3; d > 0; d--)
    v /= d;
  return v != 166;
}
