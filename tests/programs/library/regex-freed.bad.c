// An expression ends with regfree.
#include <regex.h>
#include <stddef.h>

int main(void) {
  regex_t compiled;
  regmatch_t match[1];
  if (regcomp(&compiled, "a", 0) != 0) return 1;
  regex_t copy = compiled;
  regfree(&copy);
  return regexec(&compiled, "xa", 1, match, 0); //~ use-after-free
}
