// strxfrm is told how much room there is.
#include <string.h>

int main(void) {
  char key[4];
  size_t length = strxfrm(key, "abc", sizeof key);
  return length < 3;
}
