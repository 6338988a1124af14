// wctype.h and wchar.h in a locale that is given: the classes and mappings of wide characters, and order.
#define _GNU_SOURCE
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

#define CLASS_L(f)                  \
  printf(#f ":");                   \
  for (wint_t c = 0; c < 300; c++)  \
    putchar(f(c, locale) ? '1' : '0'); \
  printf(" %d\n", f(WEOF, locale) != 0)

int main(void) {
  locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  CLASS_L(iswalnum_l); CLASS_L(iswblank_l); CLASS_L(iswcntrl_l); CLASS_L(iswdigit_l); CLASS_L(iswgraph_l); CLASS_L(iswlower_l);
  CLASS_L(iswprint_l); CLASS_L(iswpunct_l); CLASS_L(iswspace_l); CLASS_L(iswupper_l); CLASS_L(iswxdigit_l);
  static const char *const classes[] = {"alpha", "digit", "space", "xdigit"};
  for (int i = 0; i < 4; i++) {
    wctype_t class = wctype_l(classes[i], locale);
    printf("%s %d:", classes[i], class != 0);
    for (wint_t c = 0; c < 128; c++)
      putchar(iswctype_l(c, class, locale) ? '1' : '0');
    printf("\n");
  }
  wctrans_t upper = wctrans_l("toupper", locale), lower = wctrans_l("tolower", locale);
  for (wint_t c = 0; c < 128; c++)
    printf("%d %d %d ", (int)towctrans_l(c, upper, locale), (int)towctrans_l(c, lower, locale), (int)towlower_l(c, locale));
  printf("\n%d %d\n", wctype_l("no class", locale) != 0, wctrans_l("no mapping", locale) != 0);

  printf("%d %d %d\n", wcscasecmp_l(L"AbC", L"aBc", locale), wcscasecmp_l(L"abc", L"ABD", locale) < 0,
         wcsncasecmp_l(L"abcx", L"ABCY", 3, locale));
  wchar_t key[8] = L"-------", copy[8] = L"-------";
  size_t length = wcsxfrm_l(key, L"abc", 8, locale);
  printf("%zu %zu %ls\n", length, wcsxfrm_l(NULL, L"abcdef", 0, locale), key);

  const wchar_t *text = L"one two three";
  printf("%td %td %td %d\n", wcschrnul(text, L't') - text, wcschrnul(text, L'z') - text, wcswcs(text, L"two") - text,
         wcswcs(text, L"four") == NULL);
  wchar_t *end = wmempcpy(copy, L"xyz", 3);
  printf("%td %ls\n", end - copy, copy);
  wchar_t *rest;
  printf("%jd", wcstoimax(L" -9223372036854775808z", &rest, 10));
  printf(" %ls %jd", rest, wcstoimax(L"0x1fz", &rest, 0));
  printf(" %ls %ju", rest, wcstoumax(L"18446744073709551615", &rest, 10));
  printf(" %d %ju\n", *rest == 0, wcstoumax(L"777", NULL, 8));
  freelocale(locale);
  return 0;
}
