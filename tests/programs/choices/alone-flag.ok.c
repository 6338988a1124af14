// A thread that is alone finds a flag set.
#include <stdatomic.h>
static atomic_int flag = 1;
int main(void) {
  while (atomic_load(&flag) == 0)
    ;
  return 0;
}
