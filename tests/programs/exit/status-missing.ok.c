// The status is that of a function.
static int work(int n) {
  if (n > 100) return 1;
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  return work(argc);
}
