// The guilty line is the one in the callee, not the call.
static int average(int a, int b) {
  return a + (b - a) / 2;
}

int main(void) { return average(2000000000, 2000000000) != 2000000000; }
