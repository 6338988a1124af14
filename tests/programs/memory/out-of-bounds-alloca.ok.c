// Memory from alloca is as long as asked for.
#include <alloca.h>

int main(void) {
  char *p = alloca(8);
  for (int i = 0; i < 8; i++)
    p[i] = (char)i;
  p[7] = 1;
  return p[0];
}
