// wchar.h: formatted wide input and output by functions that take a va_list, and characters without locking.
//@ stdin: "17 blue 2.5 z\nrest"
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

static int print(const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vwprintf(format, list);
  va_end(list);
  return count;
}

static int print_to(FILE *stream, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vfwprintf(stream, format, list);
  va_end(list);
  return count;
}

static int text(wchar_t *to, size_t size, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vswprintf(to, size, format, list);
  va_end(list);
  return count;
}

static int read(const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vwscanf(format, list);
  va_end(list);
  return count;
}

static int read_from(FILE *stream, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vfwscanf(stream, format, list);
  va_end(list);
  return count;
}

static int parse(const wchar_t *from, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vswscanf(from, format, list);
  va_end(list);
  return count;
}

int main(void) {
  int number = 0;
  double real = 0;
  wchar_t word[16], line[32];
  int got = read(L"%d %15ls", &number, word);
  print(L"%d: %d %ls\n", got, number, word);
  got = read_from(stdin, L"%lf", &real);
  print_to(stdout, L"%d: %g\n", got, real);
  int count = text(line, 32, L"<%5d|%-6ls|%.2f>", number, word, real);
  print(L"%d %ls\n", count, line);
  print(L"%d\n", text(line, 4, L"too long"));
  got = parse(L"8 nine 0x1p3", L"%d %ls %la", &number, word, &real);
  print(L"%d: %d %ls %g\n", got, number, word, real);
  if (fgetwc_unlocked(stdin) != L' ')
    return 1;
  wint_t c;
  while ((c = fgetwc_unlocked(stdin)) != WEOF)
    if (fputwc_unlocked((wchar_t)c, stdout) != c)
      return 2;
  return fputwc_unlocked(L'\n', stdout) != L'\n';
}
