// An atomic variable comes to the end of what would be a circle.
#include <stdatomic.h>
static atomic_int x;
int main(void) {
  while (x < 10)
    x = (x + 1) % 11;
}
