// What a stream in memory has written is as long as it says.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  fputs("abc", stream);
  fclose(stream);
  int last = text[size];
  free(text);
  return last;
}
