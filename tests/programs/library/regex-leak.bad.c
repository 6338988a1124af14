// What regcomp has made is freed.
//@ check
#include <regex.h>
#include <stddef.h>

static int matches(const char *pattern, const char *text) {
  regex_t compiled;
  if (regcomp(&compiled, pattern, REG_NOSUB) != 0) //~ memory-leak
    return 0;
  int found = regexec(&compiled, text, 0, NULL, 0) == 0;
  return found;
}

int main(void) { return !matches("a*b", "aab"); }
