// A locale that was freed says nothing of characters any more.
#define _GNU_SOURCE
#include <locale.h>
#include <wctype.h>

int main(void) {
  locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  int wide = iswlower_l(L'a', locale) != 0;
  freelocale(locale);
  return wide - 1;
}
