// stpcpy needs room for the zero byte, too.
#define _GNU_SOURCE
#include <string.h>

int main(void) {
  char b[6];
  char *end = stpcpy(b, "abc");
  end = stpcpy(end, "def"); //~ out-of-bounds: `b` (6 bytes
  return end != b + strlen("abcde");
}
