// A program of 32 bits: pointers, longs and alignment are smaller.
//@ flags: -m32
//@ native: no
#include <stddef.h>

struct s {
  char c;
  long long l;
};

int main(void) {
  int a[3] = {1, 2, 3}, *p = a;
  if (sizeof(void *) != 4 || sizeof(long) != 4 || sizeof(struct s) != 12)
    return 2;
  unsigned long n = (unsigned long)p;
  if (*(int *)(n + 8) != 3)
    return 3;
  long long big = 0x100000000ll;
  unsigned long wraps = ~0ul;
  wraps += 2;
  return (int)(big >> 32) == 1 && wraps == 1 ? 0 : 4;
}
