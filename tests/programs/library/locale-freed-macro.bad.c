// The macros that take a locale look into it, and it must be there.
#define _GNU_SOURCE
#include <ctype.h>
#include <locale.h>

int main(void) {
  locale_t locale = newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
  freelocale(locale);
  int upper = isupper_l('A', locale) != 0; //~ use-after-free
  return upper - 1;
}
