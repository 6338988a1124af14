// An atomic load of something never set.
#include <stdatomic.h>

int main(void) {
  atomic_int a;
  int v = atomic_load(&a); //~ uninitialized-read: `a` (4 bytes)
  return v;
}
