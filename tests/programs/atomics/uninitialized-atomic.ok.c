// An atomic load of something never set.
#include <stdatomic.h>

int main(void) {
  atomic_int a = 0;
  int v = atomic_load(&a);
  return v;
}
