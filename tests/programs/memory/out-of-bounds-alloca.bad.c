// Memory from alloca is as long as asked for.
#include <alloca.h>

int main(void) {
  char *p = alloca(8);
  for (int i = 0; i < 8; i++)
    p[i] = (char)i;
  p[8] = 1; //~ out-of-bounds: memory from alloca (8 bytes)
  return p[0];
}
