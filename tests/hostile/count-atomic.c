// An atomic counter that never comes back to a value.
#include <stdatomic.h>
static atomic_ulong n;
int main(void) {
  for (;;)
    atomic_fetch_add(&n, 1);
}
