// Any object may be read and written as characters.
#include <stddef.h>

int main(void) {
  unsigned v = 0x01020304;
  unsigned char *c = (unsigned char *)&v;
  if (c[0] + c[1] + c[2] + c[3] != 10)
    return 2;
  c[3] = 0xff;
  if (v != 0xff020304)
    return 3;
  double d = 1.0;
  const char *b = (const char *)&d;
  int set = 0;
  for (size_t i = 0; i < sizeof d; i++)
    set += b[i] != 0;
  return set == 2 ? 0 : 4;
}
