/* A buffer that is filled piece by piece. It has room for the letters, but not for the terminating zero. */
#include <gmc.h>
#include <string.h>

#define SIZE 4

static char text[SIZE];
static unsigned length;

static void append(const char *word) {
  unsigned more = strlen(word);
  if (length + more > SIZE)
    return;
  strcpy(text + length, word);
  length += more;
}

int main(void) {
  static const char *const words[] = {"a", "bc", "def"};
  append(words[gmc_choose(3)]);
  append(words[gmc_choose(3)]);
  return 0;
}
