// An atomic variable goes round in a circle.
//@ violation: livelock
#include <stdatomic.h>
static atomic_int x;
int main(void) {
  while (x < 10)
    x = (x + 1) % 10;
}
