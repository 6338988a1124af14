// Packed structs: members where no alignment helps, through pointers to the struct, in arrays, nested.
#include <stdint.h>
#include <string.h>

struct __attribute__((packed)) record {
  uint8_t tag;
  uint32_t value;
  uint16_t half;
  double d;
  void *p;
};

struct holder {
  char c;
  struct record r[2];
};

static uint32_t get(const struct record *r) { return r->value; }

int main(void) {
  struct record a = {1, 0x01020304, 5, 2.5, &a};
  if (sizeof a != 23 || get(&a) != 0x01020304 || a.p != &a)
    return 2;
  unsigned char wire[7];
  memcpy(wire, &a, 7);
  if (wire[1] != 4 || wire[4] != 1 || wire[5] != 5)
    return 3;
  struct holder h = {.r = {a, a}};
  h.r[1].value++;
  h.r[1].d *= 2;
  int i = 1;
  if (get(&h.r[i]) != 0x01020305 || h.r[i].d != 5.0 || h.r[0].d != 2.5)
    return 4;
  typedef int unaligned __attribute__((aligned(1)));
  unaligned *u = (unaligned *)(wire + 1);
  return *u == 0x01020304 ? 0 : 5;
}
