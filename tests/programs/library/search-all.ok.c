// string.h: strstr and memmem find what a comparison at every place finds, for all short strings of two letters.
#define _GNU_SOURCE
#include <string.h>

static char *spell(char *to, unsigned code) {
  char *at = to;
  for (; code > 1; code /= 2)
    *at++ = 'a' + code % 2;
  *at = 0;
  return to;
}

static const char *compare_everywhere(const char *text, const char *wanted) {
  for (;; text++) {
    if (!strncmp(text, wanted, strlen(wanted)))
      return text;
    if (!*text)
      return 0;
  }
}

int main(void) {
  char text[8], wanted[8];
  for (unsigned i = 1; i < 256; i++)
    for (unsigned k = 1; k < 64; k++) {
      spell(text, i);
      spell(wanted, k);
      const char *place = compare_everywhere(text, wanted);
      if (strstr(text, wanted) != place || memmem(text, strlen(text), wanted, strlen(wanted)) != place)
        return 1;
    }
  return 0;
}
