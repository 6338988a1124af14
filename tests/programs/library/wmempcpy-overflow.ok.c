// wmempcpy counts wide characters, not bytes.
#define _GNU_SOURCE
#include <wchar.h>

int main(void) {
  wchar_t b[4];
  wchar_t *end = wmempcpy(b, L"abc", sizeof b / sizeof *b);
  return end != b + 4;
}
