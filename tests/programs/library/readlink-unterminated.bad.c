// Where a link leads is printed up to a zero that is not there.
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char text[32];
  ssize_t length = readlink("/dev/fd", text, sizeof text);
  if (length < 0) return 0;
  puts(text); //~ uninitialized-read: puts
  return 0;
}
