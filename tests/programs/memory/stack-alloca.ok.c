// A frame that grows in a loop, and not too much.
#include <alloca.h>
int main(void) {
  char *last = 0;
  for (int i = 0; i < 1000; i++) {
    last = alloca(5000);
    *last = (char)(i | 1);
  }
  return *last == 0;
}
