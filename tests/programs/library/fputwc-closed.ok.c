// A stream that was closed takes no wide characters.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t *text;
  size_t length;
  FILE *stream = open_wmemstream(&text, &length);
  if (!stream)
    return 0;
  fputwc_unlocked(L'x', stream);
  fclose(stream);
  free(text);
  return 0;
}
