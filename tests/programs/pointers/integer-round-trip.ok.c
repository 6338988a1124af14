// A pointer that was an integer for a while, alone, in arithmetic, or in pieces.
#include <stdint.h>

int main(void) {
  int a[4] = {10, 20, 30, 40};
  intptr_t i = (intptr_t)a;
  if (*(int *)i != 10 || ((int *)i)[3] != 40)
    return 2;
  uintptr_t u = (uintptr_t)a + 2 * sizeof(int);
  if (*(int *)u != 30)
    return 3;
  uint32_t low = (uint32_t)(uintptr_t)a, high = (uint32_t)((uint64_t)(uintptr_t)a >> 32);
  int *p = (int *)(uintptr_t)((uint64_t)high << 32 | low);
  if (p != a)
    return 4;
  uintptr_t end = (uintptr_t)(a + 4);
  if (end - (uintptr_t)a != sizeof a)
    return 5;
  if ((uintptr_t)a % _Alignof(int))
    return 6;
  return 0;
}
