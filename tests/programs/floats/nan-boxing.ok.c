// Pointers inside of doubles, as scripting languages do it.
#include <stdint.h>
#include <string.h>

typedef union {
  double d;
  uint64_t u;
} value;

static const uint64_t TAG = 0xfff8000000000000ull;

static value box(void *p) { return (value){.u = TAG | (uint64_t)(uintptr_t)p}; }
static int is_pointer(value v) { return (v.u & TAG) == TAG; }
static void *unbox(value v) { return (void *)(uintptr_t)(v.u & ~TAG); }

int main(void) {
  int x = 5;
  value v = box(&x), n = {.d = 2.5};
  if (!is_pointer(v) || is_pointer(n))
    return 2;
  value copy;
  memcpy(&copy, &v, sizeof v);
  *(int *)unbox(copy) = 6;
  return x == 6 && n.d == 2.5 ? 0 : 3;
}
