// A hash table keyed by address: addresses can be shifted, multiplied, masked and compared as numbers.
#include <stdint.h>
#include <stdlib.h>

enum { SLOTS = 64 };
static void *keys[SLOTS];
static int values[SLOTS];

static unsigned slot(void *key) {
  uint64_t h = (uint64_t)(uintptr_t)key;
  h ^= h >> 33;
  h *= 0xff51afd7ed558ccdull;
  h ^= h >> 33;
  unsigned at = h % SLOTS;
  while (keys[at] && keys[at] != key)
    at = (at + 1) % SLOTS;
  return at;
}

int main(void) {
  int *p[20];
  for (int i = 0; i < 20; i++) {
    p[i] = malloc(sizeof(int));
    if (!p[i])
      return 2;
    unsigned at = slot(p[i]);
    keys[at] = p[i];
    values[at] = i;
  }
  for (int i = 0; i < 20; i++)
    if (values[slot(p[i])] != i)
      return 3;
  for (int i = 0; i < 20; i++)
    free(p[i]);
  return 0;
}
