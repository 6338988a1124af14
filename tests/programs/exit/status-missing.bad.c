// The status is that of a function.
// Here one that ends without a value.
//@ flags: -std=gnu11
static int work(int n) {
  if (n > 100) return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  return work(argc); //~ missing-return
}
