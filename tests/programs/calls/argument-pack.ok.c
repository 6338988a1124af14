// An inline function passes its own arguments on, to functions of the program and of the library.
#include <stdarg.h>
#include <stdio.h>

struct pair {
  int first;
  double second;
};

static void show(const char *what, ...) {
  va_list list;
  va_start(list, what);
  for (; *what; what++)
    switch (*what) {
    case 'i': printf("%d ", va_arg(list, int)); break;
    case 'd': printf("%g ", va_arg(list, double)); break;
    case 'l': printf("%Lg ", va_arg(list, long double)); break;
    case 's': printf("%s ", va_arg(list, char *)); break;
    case 'p': {
      struct pair pair = va_arg(list, struct pair);
      printf("(%d, %g) ", pair.first, pair.second);
    }
    }
  va_end(list);
  puts("");
}

static inline __attribute__((always_inline)) int say(const char *what, ...) {
  show(what, __builtin_va_arg_pack());
  return __builtin_va_arg_pack_len();
}

static inline __attribute__((always_inline)) void print(const char *format, ...) {
  printf(format, __builtin_va_arg_pack());
}

int main(void) {
  struct pair pair = {1, 2.5};
  int count = say("idslp", 1, 2.5, "three", 4.5L, pair);
  say("");
  print("%d %s %g\n", count, "arguments", 0.5);
  return 0;
}
