// wchar.h and wctype.h: every function of wide strings and of classes, against what the standard says.
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
  wchar_t a[20], b[20], *rest;
  if (wcslen(L"") != 0 || wcslen(L"abc") != 3 || wcsnlen(L"abc", 2) != 2 || wcsnlen(L"abc", 9) != 3) return 1;
  if (wcscmp(wcscpy(a, L"abc"), L"abc") != 0 || wcpcpy(b, L"ab") != b + 2) return 2;
  if (wcscmp(wcscat(a, L"def"), L"abcdef") != 0 || wcscmp(wcsncat(a, L"ghi", 2), L"abcdefgh") != 0) return 3;
  wmemset(b, L'x', 20);
  if (wcsncpy(b, L"ab", 4) != b || b[2] != 0 || b[3] != 0 || b[4] != L'x') return 4;
  if (wcpncpy(b, L"abcdef", 3) != b + 3 || b[3] != 0) return 5;
  if (sign(wcscmp(L"a", L"b")) != -1 || sign(wcscmp(L"b", L"a")) != 1 || wcsncmp(L"abc", L"abd", 2) != 0) return 6;
  if (wcscoll(L"x", L"x") != 0 || wcsxfrm(b, L"abc", 20) != 3 || wcscmp(b, L"abc") != 0) return 7;
  if (wcscasecmp(L"AbC", L"aBc") != 0 || wcsncasecmp(L"ABx", L"aby", 2) != 0 || wcscasecmp(L"a", L"B") >= 0) return 8;
  if (wcschr(a, L'd') != a + 3 || wcschr(a, 0) != a + 8 || wcschr(a, L'z') || wcsrchr(L"aba", L'a')[0] != L'a') return 9;
  if (wcsspn(L"aabc", L"ab") != 3 || wcscspn(L"aabc", L"cb") != 2 || wcspbrk(a, L"ed") != a + 3 || wcspbrk(a, L"z")) return 10;
  if (wcsstr(a, L"cd") != a + 2 || wcsstr(a, L"") != a || wcsstr(a, L"dc")) return 11;
  wcscpy(b, L"one, two,,three");
  int count = 0;
  for (wchar_t *token = wcstok(b, L", ", &rest); token; token = wcstok(NULL, L", ", &rest)) count += wcslen(token);
  if (count != 11) return 12;
  wmemcpy(b, L"12345", 6);
  if (wmemmove(b + 1, b, 4) != b + 1 || wcscmp(b, L"11234") != 0 || wmemcmp(b, L"112", 3) != 0) return 13;
  if (wmemchr(b, L'3', 5) != b + 3 || wmemchr(b, L'9', 5) || sign(wmemcmp(L"a", L"b", 1)) != -1) return 14;
  wchar_t *copy = wcsdup(L"copy");
  if (wcscmp(copy, L"copy") != 0) return 15;
  free(copy);
  if (wcwidth(L'a') != 1 || wcwidth(0) != 0 || wcwidth(7) != -1 || wcswidth(L"abc", 2) != 2 || wcswidth(L"a\a", 2) != -1) return 16;

  if (wcstol(L" -12x", &rest, 10) != -12 || *rest != L'x' || wcstoul(L"0x1f", NULL, 0) != 31) return 17;
  if (wcstoll(L"777", NULL, 8) != 511 || wcstoull(L"18446744073709551615", NULL, 10) != -1ULL) return 18;
  if (wcstod(L"1.5e3!", &rest) != 1500 || *rest != L'!' || wcstof(L"0.25", NULL) != 0.25f || wcstold(L"-2", NULL) != -2) return 19;

  int classes = 0;
  for (wint_t c = 0; c < 200; c++)
    classes += !!iswalnum(c) + !!iswalpha(c) + !!iswblank(c) + !!iswcntrl(c) + !!iswdigit(c) + !!iswgraph(c) + !!iswlower(c) +
               !!iswprint(c) + !!iswpunct(c) + !!iswspace(c) + !!iswupper(c) + !!iswxdigit(c) + !!iswctype(c, wctype("alpha"));
  printf("%d\n", classes);
  if (wctype("nonsense") || towupper(L'a') != L'A' || towlower(L'Z') != L'z' || towupper(0xe4) != 0xe4) return 20;
  if (towctrans(L'a', wctrans("toupper")) != L'A' || wctrans("nonsense")) return 21;

  locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!locale || !iswalpha_l(L'x', locale) || towupper_l(L'x', locale) != L'X' || wcscoll_l(L"a", L"a", locale) != 0) return 22;
  if (uselocale(locale) != LC_GLOBAL_LOCALE || uselocale((locale_t)0) != locale || uselocale(LC_GLOBAL_LOCALE) != locale) return 23;
  locale_t other = duplocale(locale);
  freelocale(other);
  freelocale(locale);
  if (newlocale(LC_ALL_MASK, "nonsense", (locale_t)0)) return 24;
  return 0;
}
