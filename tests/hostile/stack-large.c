// A local variable of a thousand megabytes, of a size that is known when it runs.
#include <string.h>
static volatile unsigned long size = 1ul << 30;
int main(void) {
  char room[size];
  memset(room, 0, size);
  return room[7];
}
