// Stringising, pasting, variadic macros, macros that make lists.
#include <string.h>

#define STR_(x) #x
#define STR(x) STR_(x)
#define CAT(a, b) a##b
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define FIRST(first, ...) (first, ##__VA_ARGS__)
#define LIST X(red) X(green) X(blue)
#define X(name) name,
enum colour { LIST colours };
#undef X
#define X(name) #name,
static const char *names[] = {LIST};
static int x = 4;
#define x x + 1

int main(void) {
  int CAT(y, 1) = COUNT(a, b, c);
  if (y1 != 3 || colours != 3 || strcmp(names[blue], "blue"))
    return 2;
  if (strcmp(STR(CAT(1, 2)), "12") || strcmp(STR_(CAT(1, 2)), "CAT(1, 2)"))
    return 3;
  if (x * 2 != 6 || FIRST(1, 2, 3) != 3)
    return 4;
#if defined __GNUC__ && __STDC_VERSION__ >= 201112L && !(0x7fffffff + 1 < 0)
  return __LINE__ > 20 && strlen(__func__) == 4 ? 0 : 5;
#else
  return 6;
#endif
}
