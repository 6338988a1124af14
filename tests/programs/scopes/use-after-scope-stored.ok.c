// A global keeps the address of a local variable.
static const int *current;

static void work(void) {
  static int level = 3;
  current = &level;
}

static void noise(void) {
  volatile int x[8];
  x[0] = 99;
}

int main(void) {
  work();
  noise();
  return *current - 3;
}
