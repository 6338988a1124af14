// A compare-and-exchange that is tried again after it has succeeded.
#include <stdatomic.h>
static atomic_int x;
int main(void) {
  int seen = atomic_load(&x);
  for (;;) {
    if (!atomic_compare_exchange_strong(&x, &seen, 17))
      continue;
  }
}
