// Type punning through unions, as GCC defines it.
#include <stdint.h>

union number {
  float f;
  uint32_t u;
  uint8_t b[4];
  struct {
    uint16_t low, high;
  };
};

struct tagged {
  enum { INT, STR } tag;
  union {
    int i;
    const char *s;
  };
};

static int length(struct tagged t) {
  if (t.tag == INT)
    return t.i;
  int n = 0;
  while (t.s[n])
    n++;
  return n;
}

int main(void) {
  union number n = {.f = -1.0f};
  if (n.u != 0xbf800000 || n.b[3] != 0xbf || n.high != 0xbf80 || n.low != 0)
    return 2;
  n.b[3] = 0x3f;
  if (n.f != 1.0f)
    return 3;
  union {
    double d;
    uint64_t u;
  } v = {.d = 0.1};
  v.u++;
  if (!(v.d > 0.1))
    return 4;
  return length((struct tagged){INT, .i = 5}) + length((struct tagged){STR, .s = "abc"}) == 8 ? 0 : 5;
}
