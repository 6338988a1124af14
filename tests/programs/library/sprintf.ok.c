// snprintf cuts and counts; sprintf and friends write the zero byte.
#include <stdio.h>
#include <string.h>

int main(void) {
  char b[8];
  if (snprintf(b, sizeof b, "%s", "longer than that") != 16 || strcmp(b, "longer "))
    return 2;
  if (snprintf(NULL, 0, "%d", 12345) != 5 || sprintf(b, "%d-%d", 1, 2) != 3 || b[3])
    return 3;
  int x = 0;
  char word[8];
  return sscanf("17 dogs", "%d %7s", &x, word) == 2 && x == 17 && !strcmp(word, "dogs") ? 0 : 4;
}
