// An atomic operation through a null pointer.
#include <stdatomic.h>

static atomic_int counter;

int main(void) {
  atomic_int *p = 0;
  atomic_fetch_add(p, 1); //~ null-dereference
  return counter - 1;
}
