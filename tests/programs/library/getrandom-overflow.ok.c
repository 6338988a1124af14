// As many random bytes as there is room for.
#include <sys/random.h>

int main(void) {
  char bytes[4];
  getrandom(bytes, 4, 0);
  return 0;
}
