// Whichever allocation fails, nothing is lost and nothing is freed twice.
//@ check: --fail malloc=1
#include <assert.h>
#include <regex.h>

int main(void) {
  regex_t compiled;
  regmatch_t groups[2];
  int outcome = regcomp(&compiled, "(a|b)*c", REG_EXTENDED);
  if (outcome != 0) {
    assert(outcome == REG_ESPACE);
    return 0;
  }
  outcome = regexec(&compiled, "xabc", 2, groups, 0);
  assert(outcome == REG_ESPACE || (outcome == 0 && groups[0].rm_so == 1 && groups[1].rm_so == 2));
  regfree(&compiled);
  return 0;
}
