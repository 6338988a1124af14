// The guilty line is the one in the callee, not the call.
//@ note: average(a = 2000000000, b = 2000000000)
static int average(int a, int b) {
  return (a + b) / 2; //~ signed-overflow: 2000000000 + 2000000000
}

int main(void) { return average(2000000000, 2000000000) != 2000000000; }
