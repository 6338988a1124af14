// An atomic load of something never set.
#include <stdatomic.h>

int main(void) {
  atomic_int a;
  int v = atomic_load(&a);
  if (v == 12345) //~ uninitialized-read
    return 0;
  return 0;
}
