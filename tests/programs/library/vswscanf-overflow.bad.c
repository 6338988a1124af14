// A word that is read needs room for all of it.
#include <stdarg.h>
#include <wchar.h>

static int parse(const wchar_t *from, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vswscanf(from, format, list); //~ out-of-bounds: `word` (16 bytes
  va_end(list);
  return count;
}

int main(void) {
  wchar_t word[4];
  return parse(L"longer", L"%ls", word) != 1;
}
