// A compare-and-exchange that is tried until it succeeds.
#include <stdatomic.h>
static atomic_int x;
int main(void) {
  int seen = 3;
  for (;;) {
    if (!atomic_compare_exchange_strong(&x, &seen, 17))
      continue;
    break;
  }
  return x - 17;
}
