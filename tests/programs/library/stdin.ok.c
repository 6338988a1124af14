// Lines and characters from standard input.
//@ stdin: "first line\nsecond\n\nlast"
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[32];
  int lines = 0, c;
  if (!fgets(line, sizeof line, stdin) || strcmp(line, "first line\n"))
    return 2;
  while ((c = getchar()) != EOF) {
    putchar(c);
    lines += c == '\n';
  }
  if (!feof(stdin) || fgets(line, sizeof line, stdin))
    return 3;
  printf("|%d\n", lines);
  return 0;
}
