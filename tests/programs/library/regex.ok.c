// regex.h: basic and extended expressions, groups, back references, errors.
#include <regex.h>
#include <stdio.h>
#include <string.h>

static void match(const char *pattern, int flags, const char *text, int exec_flags) {
  regex_t compiled;
  regmatch_t groups[5];
  char message[60];
  int outcome = regcomp(&compiled, pattern, flags);
  if (outcome) {
    regerror(outcome, &compiled, message, sizeof message);
    printf("%s: %d %s\n", pattern, outcome, message);
    return;
  }
  outcome = regexec(&compiled, text, 5, groups, exec_flags);
  printf("%s on %s: %d, %zu groups", pattern, text, outcome, compiled.re_nsub);
  for (int i = 0; outcome == 0 && i < 5 && !(flags & REG_NOSUB); i++)
    printf(" %d-%d", (int)groups[i].rm_so, (int)groups[i].rm_eo);
  printf("\n");
  regfree(&compiled);
}

int main(void) {
  static const char *const extended[][2] = {
    {"a+b", "caab"}, {"(a|ab)(c|bcd)(d*)", "abcd"}, {"x*", "aaa"}, {"(a*)*", "aab"}, {"(a*)+", "b"}, {"^(ab|cd)+$", "abcdab"},
    {"([0-9]+)-([0-9]+)", "tel 123-4567 end"}, {"[[:alpha:]_][[:alnum:]_]*", "9 x_1 y"}, {"a{2,3}", "aaaa"}, {"a{2}", "a"},
    {"(foo|foobar)(bar)?", "foobar"}, {"", "abc"}, {"a||b", "b"}, {"()", "a"}, {"[^a-c]+", "abcxyzab"}, {"[]a]+", "x]a]"},
    {"\\<word\\>", "a word here"}, {"\\bw", "no w"}, {"\\w+\\W\\w+", "ab cd"}, {"(.)\\1", "abccd"}, {"a.c", "abc a\nc"},
    {"[a-", "a"}, {"[", "a"}, {"(", "a"}, {")", ")"}, {"*a", "a"}, {"a{2,1}", "a"}, {"a{1", "a"}, {"[[:nope:]]", "a"}, {"a\\", "a"},
    {"[b-a]", "a"}, {"\\2(a)", "a"}, {"a{99999}", "a"}, {"(a)(b)(c)(d)(e)(f)", "abcdef"}, {"^*", "a"},
  };
  static const char *const basic[][2] = {
    {"\\(a*\\)b\\1", "aabaa"}, {"a\\{2\\}", "caaa"}, {"*a", "*a"}, {"a\\+b\\?", "aab"}, {"x\\|y", "y"}, {"^a$", "a"}, {"a^b$c", "a^b$c"},
    {"\\(^a\\)", "ab"}, {"(a)", "(a)"}, {"a**", "a"}, {"\\(", "a"}, {"\\)", "a"}, {"a\\{x\\}", "a"}, {"[[.-.]a]", "-"}, {"\\(ab\\)*c\\1", "ababcab"},
  };
  for (unsigned i = 0; i < sizeof extended / sizeof *extended; i++) match(extended[i][0], REG_EXTENDED, extended[i][1], 0);
  for (unsigned i = 0; i < sizeof basic / sizeof *basic; i++) match(basic[i][0], 0, basic[i][1], 0);
  match("HeLLo", REG_ICASE, "say hello", 0);
  match("^b.*", REG_EXTENDED | REG_NEWLINE, "a\nbc\nd", 0);
  match("a", REG_NOSUB, "xa", 0);
  match("^a", 0, "a", REG_NOTBOL);
  match("a$", 0, "a", REG_NOTEOL);
  char small[5];
  regex_t compiled;
  if (regcomp(&compiled, "[a", 0) != REG_EBRACK || regerror(REG_EBRACK, &compiled, small, sizeof small) <= 5) return 1;
  return strcmp(small, "Unma") != 0;
}
