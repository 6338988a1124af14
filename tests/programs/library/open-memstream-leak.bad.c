// What a stream in memory has written is the program's to free.
//@ check
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text;
  size_t size;
  FILE *stream = open_memstream(&text, &size); //~ memory-leak
  fputs("abc", stream);
  fclose(stream);
  return 0;
}
