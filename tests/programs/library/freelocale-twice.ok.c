// A locale ends once.
#include <locale.h>

int main(void) {
  locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  freelocale(locale);
  return 0;
}
