// Two words are compared and exchanged at once.
#include <stdint.h>
#include <stdio.h>

struct pair {
  uint64_t first, second;
} __attribute__((aligned(16)));

static _Bool exchange(struct pair *at, struct pair compare, const struct pair *set) {
  _Bool z;
  __asm__ volatile("lock cmpxchg16b %0; setz %1"
                   : "+m"(*at), "=q"(z), "+a"(compare.first), "+d"(compare.second)
                   : "b"(set->first), "c"(set->second)
                   : "memory", "cc");
  return z;
}

int main(void) {
  struct pair at = {1, 2}, wrong = {1, 3}, right = {1, 2}, next = {5, 6};
  printf("%d", exchange(&at, wrong, &next));
  printf(" %d\n", (int)at.second);
  printf("%d", exchange(&at, right, &next));
  printf(" %d %d\n", (int)at.first, (int)at.second);
  return 0;
}
