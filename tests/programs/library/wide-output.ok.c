// wchar.h: formatted wide output.
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  wchar_t text[100];
  int count;
  wprintf(L"%d|%5d|%-5d|%05d|%+d|%x|%#X|%o|%u\n", 1, 22, 33, 44, 55, 255, 255, 8, 7u);
  wprintf(L"%ld|%lld|%zu|%hd|%hhd|%jd|%td\n", 1L, 2LL, (size_t)3, (short)4, (signed char)5, (long)6, (long)7);
  wprintf(L"%f|%.2f|%e|%g|%a|%10.3f|%Lf\n", 1.5, 2.345, 3e10, 0.0001, 1.0, 3.14159, 2.5L);
  wprintf(L"%s|%10s|%-10s|%.2s|%ls|%8ls|%.1ls\n", "ab", "cd", "ef", "ghi", L"wide", L"w", L"xyz");
  wprintf(L"%c|%lc|%3c|%%|%*d|%.*f|%-*d|\n", 'a', L'b', 'c', 4, 7, 2, 1.234, 3, 9);
  wprintf(L"abc%n\n", &count);
  fwprintf(stdout, L"%d %p\n", count, (void *)0);
  if (swprintf(text, 100, L"%d-%ls", 12, L"x\xe4") != 5 || text[4] != 0xe4) return 1;
  if (swprintf(text, 3, L"abc") != -1 || swprintf(text, 4, L"abc") != 3) return 2;
  errno = 0;
  if (swprintf(text, 100, L"%s", "\xe4") != -1 || errno != EILSEQ) return 3;
  fputws(L"line\n", stdout);
  putwc(L'x', stdout);
  putwchar(L'\n');
  if (fputwc(0x4e2d, stdout) != 0x4e2d) return 4; // a question mark
  if (fwide(stdout, 0) <= 0) return 5;
  return 0;
}
