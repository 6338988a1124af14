// Wide characters in formats of bytes: the C locale has ASCII.
//@ stdin: "word c [x]"
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  char text[20];
  wchar_t word[20], one, set[5];
  printf("%ls|%5ls|%.2ls|%lc|%S|%C|\n", L"wide", L"w", L"xyz", L'c', L"S", L'C');
  errno = 0;
  if (snprintf(text, 20, "ab%lscd", L"\xe4") != -1 || errno != EILSEQ) return 1;
  errno = 0;
  if (snprintf(text, 20, "%lc", 0x20ac) != -1 || errno != EILSEQ) return 2;
  if (scanf("%ls %lc [%l[a-z]", word, &one, set) != 3) return 3;
  printf("%ls %lc %ls\n", word, one, set);
  if (sscanf("abc", "%2lc", word) != 1 || word[1] != L'b') return 4;
  return 0;
}
