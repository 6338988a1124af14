// Pointers to different objects may be compared for equality, dangling or not.
#include <stdlib.h>

int a, b;

static int f(void) { return 1; }
static int g(void) { return 2; }

int main(void) {
  int local, *heap = malloc(4);
  void *all[] = {&a, &b, &local, heap, 0};
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      if ((all[i] == all[j]) != (i == j))
        return 2;
  if (f == g || !(f != g))
    return 3;
  free(heap);
  return 0;
}
