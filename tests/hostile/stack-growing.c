// A stack frame that grows for ever.
#include <alloca.h>
#include <string.h>
int main(void) {
  for (;;)
    memset(alloca(4000), 1, 4000);
}
