// Bit-fields in packed structs and unions cross every boundary.
#include <string.h>

struct __attribute__((packed)) p {
  unsigned a : 3;
  unsigned b : 30;
  unsigned c : 7;
  unsigned long long d : 50;
};

union view {
  struct {
    unsigned sign : 1;
    unsigned exponent : 8;
    unsigned fraction : 23;
  } reversed;
  struct {
    unsigned fraction : 23;
    unsigned exponent : 8;
    unsigned sign : 1;
  } parts;
  float f;
};

int main(void) {
  struct p p;
  memset(&p, 0, sizeof p);
  p.b = 0x3fffffff;
  p.d = 0x2aaaaaaaaaaaa;
  if (sizeof p != 12 || p.a || p.c || p.b != 0x3fffffff || p.d != 0x2aaaaaaaaaaaa)
    return 2;
  p.b = 0;
  p.c = 127;
  if (p.a || p.b || p.c != 127 || p.d != 0x2aaaaaaaaaaaa)
    return 3;
  union view v = {.f = -6.5f};
  return v.parts.sign == 1 && v.parts.exponent == 129 && v.parts.fraction == 0x500000 ? 0 : 4;
}
