// The line that getline made room for is freed.
//@ check
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = NULL;
  size_t room = 0;
  FILE *f = tmpfile();
  if (!f) return 1;
  fputs("abc\n", f);
  rewind(f);
  ssize_t length = getline(&line, &room, f);
  fclose(f);
  free(line);
  return length != 4;
}
