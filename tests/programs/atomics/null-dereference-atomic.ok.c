// An atomic operation through a null pointer.
#include <stdatomic.h>

static atomic_int counter;

int main(void) {
  atomic_int *p = &counter;
  atomic_fetch_add(p, 1);
  return counter - 1;
}
