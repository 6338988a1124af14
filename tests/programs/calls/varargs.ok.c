// Every kind of argument through va_arg, va_copy, and lists passed on; signed and unsigned of one width are the same.
#include <stdarg.h>
#include <stddef.h>

struct pair {
  int a;
  double b;
};

static long vsum(const char *kinds, va_list ap) {
  long s = 0;
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i':
      s += va_arg(ap, int);
      break;
    case 'u':
      s += va_arg(ap, unsigned);
      break;
    case 'l':
      s += va_arg(ap, long);
      break;
    case 'd':
      s += (long)va_arg(ap, double);
      break;
    case 'D':
      s += (long)va_arg(ap, long double);
      break;
    case 'p':
      s += *va_arg(ap, int *);
      break;
    case 's': {
      struct pair p = va_arg(ap, struct pair);
      s += p.a + (long)p.b;
      break;
    }
    case 'w':
      s += (long)(va_arg(ap, __int128) >> 64);
      break;
    }
  return s;
}

static long sum(const char *kinds, ...) {
  va_list ap, again;
  va_start(ap, kinds);
  va_copy(again, ap);
  long s = vsum(kinds, ap), t = vsum(kinds, again);
  va_end(again);
  va_end(ap);
  return s == t ? s : -1;
}

int main(void) {
  int x = 7;
  struct pair p = {1, 2.5};
  if (sum("") != 0 || sum("iii", 1, 2, 3) != 6)
    return 2;
  if (sum("ildDps", -1, 10l, 2.9, 3.9L, &x, p) != -1 + 10 + 2 + 3 + 7 + 3)
    return 3;
  if (sum("iiiiiiiiiiiidddddddddddd", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1.,
          1.) != 24)
    return 4;
  if (sum("iw", 1, (__int128)5 << 64) != 6)
    return 5;
  char c = 3;
  short h = 4;
  float f = 5;
  return sum("iiud", c, h, 5, f) == 17 ? 0 : 6;
}
