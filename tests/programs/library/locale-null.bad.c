// A null pointer is no locale.
#define _GNU_SOURCE
#include <locale.h>
#include <strings.h>

int main(void) {
  locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0), given = NULL;
  int same = strncasecmp_l("Ab", "aB", 2, given); //~ bad-call: the locale is a null pointer
  freelocale(locale);
  return same;
}
