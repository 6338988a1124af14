// What is assigned together with an operation is evaluated once, also where it is a shift.
#include <assert.h>

static unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};

static unsigned calls;

static unsigned next(void) { return bytes[calls++]; }

int main(void) {
  unsigned at = 0, sum = 0;
  unsigned long wide = 0;
  sum += (unsigned)(bytes[at++] & 0xff) << 8;
  assert(at == 1 && sum == 0x100);
  sum |= bytes[at++] << 16;
  assert(at == 2 && sum == 0x20100);
  sum ^= (bytes[at++] << 4) << 1;
  assert(at == 3 && sum == 0x20160);
  wide += (unsigned long)bytes[at++] << 40 | 1;
  assert(at == 4 && wide == 0x40000000001);
  wide -= -(long)(next() << 3);
  assert(calls == 1 && wide == 0x40000000009);
  bytes[at++] += next() << 1;
  assert(at == 5 && calls == 2 && bytes[4] == 9);
  sum >>= next() << 1;
  assert(calls == 3 && sum == 0x20160 >> 6);
  unsigned *to = &sum;
  *to++ += at++ >> 1;
  assert(at == 6 && to == &sum + 1);
  return 0;
}
