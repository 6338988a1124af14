// An invariant that takes longer than the program.
// options: --invariant holds
#include <stdatomic.h>
static atomic_uint n;
int holds(void) {
  for (unsigned i = 0; i < 4000000; i++)
    if (n + i == 0x7fffffff)
      return 1;
  return 1;
}
int main(void) {
  for (;;)
    n++;
}
