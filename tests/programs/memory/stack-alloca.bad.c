// A frame that grows in a loop until there is no stack left.
//@ native: no
#include <alloca.h>
int main(void) {
  char *last = 0;
  for (int i = 0; i < 10000; i++) {
    last = alloca(5000); //~ stack-overflow: does not fit
    *last = (char)i;
  }
  return *last == 0;
}
