// An atomic variable that goes round in a circle of ten thousand.
#include <stdatomic.h>
static atomic_int x;
int main(void) {
  while (x < 10000)
    x = (x + 1) % 10000;
}
