// More random bytes than there is room for.
#include <sys/random.h>

int main(void) {
  char bytes[4];
  getrandom(bytes, 8, 0); //~ out-of-bounds: getrandom
  return 0;
}
