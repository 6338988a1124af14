// stdlib.h, wchar.h, uchar.h: between characters and wide characters, in the C locale.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

int main(void) {
  wchar_t wide[20];
  char text[20];
  mbstate_t state;
  memset(&state, 0, sizeof state);
  if (mbtowc(wide, "x", 1) != 1 || wide[0] != L'x' || mbtowc(wide, "", 1) != 0 || mbtowc(wide, "x", 0) != -1 || mbtowc(NULL, NULL, 0)) return 1;
  if (mblen("ab", 2) != 1 || mblen("\xe4", 1) != -1 || wctomb(text, L'y') != 1 || text[0] != 'y' || wctomb(NULL, 0)) return 2;
  if (mbstowcs(wide, "hello", 20) != 5 || wcscmp(wide, L"hello") != 0 || mbstowcs(wide, "abc", 2) != 2 || wide[2] != L'l') return 3;
  if (wcstombs(text, L"hello", 20) != 5 || strcmp(text, "hello") != 0 || wcstombs(NULL, L"abc", 0) != 3) return 4;
  errno = 0;
  if (wcstombs(text, L"a\xe4", 20) != (size_t)-1 || errno != EILSEQ) return 5;
  errno = 0;
  if (mbstowcs(wide, "a\xe4", 20) != (size_t)-1 || errno != EILSEQ) return 6;
  if (btowc('a') != L'a' || btowc(EOF) != WEOF || btowc(0xe4) != WEOF || wctob(L'a') != 'a' || wctob(0x20ac) != EOF) return 7;
  if (mbrtowc(wide, "z", 1, &state) != 1 || mbrtowc(wide, "z", 0, &state) != (size_t)-2 || !mbsinit(&state) || mbrlen("z", 1, &state) != 1) return 8;
  errno = 0;
  if (mbrtowc(wide, "\xff", 1, &state) != (size_t)-1 || errno != EILSEQ || wcrtomb(text, L'q', &state) != 1 || text[0] != 'q') return 9;
  const char *from = "multi";
  if (mbsrtowcs(wide, &from, 3, &state) != 3 || strcmp(from, "ti") != 0 || mbsrtowcs(wide, &from, 9, &state) != 2 || from) return 10;
  const wchar_t *wides = L"bytes";
  if (wcsrtombs(text, &wides, 9, &state) != 5 || wides || strcmp(text, "bytes") != 0) return 11;
  from = "abcdef";
  if (mbsnrtowcs(wide, &from, 4, 20, &state) != 4 || *from != 'e') return 12;
  wides = L"abcdef";
  if (wcsnrtombs(text, &wides, 2, 20, &state) != 2 || *wides != L'c') return 13;
  char16_t c16;
  char32_t c32;
  if (mbrtoc16(&c16, "m", 1, &state) != 1 || c16 != u'm' || c16rtomb(text, u'n', &state) != 1 || text[0] != 'n') return 14;
  if (mbrtoc32(&c32, "m", 1, &state) != 1 || c32 != U'm' || c32rtomb(text, U'\xe4', &state) != (size_t)-1) return 15;
  return 0;
}
