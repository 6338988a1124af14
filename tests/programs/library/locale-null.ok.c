// A null pointer is no locale.
#define _GNU_SOURCE
#include <locale.h>
#include <strings.h>

int main(void) {
  locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0), given = locale;
  int same = strncasecmp_l("Ab", "aB", 2, given);
  freelocale(locale);
  return same;
}
