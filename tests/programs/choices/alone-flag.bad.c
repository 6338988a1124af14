// A thread that is alone waits for a flag.
//@ violation: livelock
#include <stdatomic.h>
static atomic_int flag;
int main(void) {
  while (atomic_load(&flag) == 0)
    ;
  return 0;
}
