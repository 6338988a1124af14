// Designators, nesting, omitted braces, ranges, strings, compound literals; what is not named is zero.
#include <string.h>

struct inner {
  int a[3];
  char c;
};
struct outer {
  struct inner i[2];
  const char *name;
  union {
    int n;
    double d;
  } u;
};

static struct outer global = {.i[1].a[1] = 5, .name = "g", .u.d = 1.5};
static int ranges[] = {[0 ... 2] = 7, [5] = 1, 2};
static char text[8] = "abc", exact[3] = "xyz";

static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void) {
  if (global.i[0].a[0] || global.i[1].a[1] != 5 || global.i[1].c || *global.name != 'g' || global.u.d != 1.5)
    return 2;
  if (sizeof ranges / sizeof *ranges != 7 || sum(ranges, 7) != 24)
    return 3;
  if (text[3] || text[7] || exact[2] != 'z')
    return 4;
  struct outer local = {{{1, 2, 3, 'a'}, {4}}, .u = {9}};
  if (local.i[0].c != 'a' || local.i[1].a[0] != 4 || local.i[1].a[2] || local.name || local.u.n != 9)
    return 5;
  struct inner flat[2] = {1, 2, 3, 4, 5, 6, 7, 8};
  if (flat[1].a[2] != 7 || flat[1].c != 8 || flat[0].c != 4)
    return 6;
  if (sum((int[]){1, 2, 3}, 3) != 6 || (struct inner){.c = 3}.c != 3)
    return 7;
  struct inner copies[3] = {[1] = flat[0], [2] = (struct inner){{9}, 9}};
  return copies[0].a[0] == 0 && copies[1].a[1] == 2 && copies[2].a[0] == 9 ? 0 : 8;
}
