// The status of `system` is not the exit code.
//@ check: --program worker=program
//@ native: no
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) return 7;
  assert(system("worker now") == 7); //~ assertion
  return 0;
}
