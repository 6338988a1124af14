// _Generic, typeof, _Static_assert, _Alignof, offsetof.
#include <stddef.h>

#define kind(x) _Generic((x), int: 1, unsigned: 2, double: 3, char *: 4, const char *: 5, default: 6)

_Static_assert(sizeof(long) == 8, "64 bits");

struct s {
  char c;
  double d;
  short h[3];
};

int main(void) {
  char buffer[4];
  const char *s = "x";
  if (kind(1) != 1 || kind(1u) != 2 || kind(1.0) != 3 || kind(buffer) != 4 || kind(s) != 5 || kind(1.0f) != 6)
    return 2;
  if (kind('a') != 1 || kind((char)'a') != 6)
    return 3;
  __typeof__(s) t = s;
  __typeof__(int[3]) a = {1, 2, 3};
  if (*t != 'x' || sizeof a != 12 || _Alignof(double) != 8)
    return 4;
  return offsetof(struct s, h[2]) == 20 && sizeof(struct s) == 24 ? 0 : 5;
}
