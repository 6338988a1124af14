// Pointers survive being copied by memcpy, by bytes, through unions and through files of bytes.
#include <stdlib.h>
#include <string.h>

int main(void) {
  int x = 5, *p = &x, *q = 0;
  memcpy(&q, &p, sizeof p);
  if (*q != 5)
    return 2;
  q = 0;
  unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
  for (size_t i = 0; i < sizeof p; i++)
    to[i] = from[i];
  if (*q != 5)
    return 3;
  q = 0;
  for (size_t i = sizeof p; i-- > 0;)
    to[i] = from[i];
  *q = 6;
  if (x != 6)
    return 4;
  union {
    int *p;
    unsigned long n;
    unsigned char bytes[sizeof(int *)];
  } u = {.p = &x}, v;
  for (size_t i = 0; i < sizeof u; i++)
    v.bytes[i] = u.bytes[i];
  *v.p = 7;
  v.n = u.n;
  if (*v.p != 7)
    return 5;
  int **a = malloc(4 * sizeof *a), **b = malloc(4 * sizeof *b);
  if (!a || !b)
    return 6;
  for (int i = 0; i < 4; i++)
    a[i] = i % 2 ? &x : p;
  memcpy(b, a, 4 * sizeof *a);
  memmove(b + 1, b, 3 * sizeof *b);
  int ok = *b[3] == 7;
  free(a);
  free(b);
  return ok ? 0 : 7;
}
