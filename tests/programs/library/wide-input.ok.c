// wchar.h: wide input, formatted and not.
//@ stdin: "one 2 0x1f 3.5e1 rest of line\nnext\nabc123 [x] last"
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t word[20], line[40], *made;
  char bytes[20];
  int number, hex, count;
  double real;
  if (wscanf(L"%ls %d %i %lf", word, &number, &hex, &real) != 4) return 1;
  wprintf(L"%ls %d %d %g\n", word, number, hex, real);
  if (!fgetws(line, 40, stdin)) return 2;
  wprintf(L"%ls", line);
  if (fgetwc(stdin) != L'n' || ungetwc(L'm', stdin) != L'm' || getwc(stdin) != L'm' || getwchar() != L'e') return 3;
  if (fwscanf(stdin, L"%s", bytes) != 1) return 4;
  if (wscanf(L" %l[a-z]%n%d [%lc] %mls", word, &count, &number, line, &made) != 4) return 5;
  wprintf(L"%s %ls %d %d %lc %ls\n", bytes, word, count, number, line[0], made);
  free(made);
  if (getwchar() != WEOF || wscanf(L"%d", &number) != EOF) return 6;
  if (swscanf(L"12 ab 0.5 7%", L"%d %*ls %lf %hd%%", &number, &real, (short *)bytes) != 3 || real != 0.5) return 7;
  if (swscanf(L"x", L"%d", &number) != 0 || swscanf(L"", L"%d", &number) != EOF) return 8;
  return 0;
}
