// _Bool holds 0 or 1, whatever is converted to it.
#include <stdbool.h>

struct flags {
  bool a, b;
  bool c : 1;
};

int main(void) {
  bool b = 256;
  if (b != 1 || (b = 0.5) != 1 || (bool)(void *)&b != 1 || (bool)0.0)
    return 2;
  b = 0;
  b--;
  if (b != 1)
    return 3;
  b++;
  b += 5;
  if (b != 1)
    return 4;
  struct flags f = {.a = 2, .c = 4};
  f.b = f.a && f.c;
  return f.a + f.b + f.c == 3 && sizeof(bool) == 1 ? 0 : 5;
}
