// A list of arguments is read as the format says.
#include <stdarg.h>
#include <wchar.h>

static int text(wchar_t *to, size_t size, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vswprintf(to, size, format, list);
  va_end(list);
  return count;
}

int main(void) {
  wchar_t line[16];
  return text(line, 16, L"%d", 12) != 2;
}
