// A string that is measured, searched and copied, all of it each time.
#include <stdlib.h>
#include <string.h>
enum { SIZE = 4 << 20 };
int main(void) {
  char *text = malloc(SIZE + 1);
  memset(text, 'a', SIZE);
  text[SIZE] = 0;
  for (unsigned long sum = 0;; sum += strlen(text)) {
    if (strchr(text, 'b') || strstr(text, "aab") || sum == 1)
      return 1;
    free(strdup(text));
  }
}
