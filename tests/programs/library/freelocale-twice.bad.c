// A locale ends once.
#include <locale.h>

int main(void) {
  locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  freelocale(locale);
  freelocale(locale); //~ double-free
  return 0;
}
