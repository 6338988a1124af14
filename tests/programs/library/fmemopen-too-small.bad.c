// The size is that of the array.
#include <stdio.h>

int main(void) {
  char room[4];
  FILE *stream = fmemopen(room, 8, "w");
  fputs("abcdef", stream);
  return fclose(stream); //~ out-of-bounds
}
