// What was never set may be copied: padding, members, whole structs, bytes; only its use counts.
#include <stdlib.h>
#include <string.h>

struct padded {
  char c;
  long l;
  short s;
};

struct partial {
  int set, unset;
  struct padded inner;
};

static struct partial pass(struct partial p) { return p; }

int main(void) {
  struct padded a, b;
  a.c = 1;
  a.l = 2;
  a.s = 3;
  b = a;
  memcpy(&a, &b, sizeof a);
  if (a.c != 1 || a.l != 2 || a.s != 3)
    return 2;

  struct partial p, q, r;
  p.set = 5;
  q = p;
  r = pass(q);
  if (r.set != 5)
    return 3;

  unsigned char bytes[sizeof p];
  const unsigned char *from = (const unsigned char *)&p;
  for (size_t i = 0; i < sizeof p; i++)
    bytes[i] = from[i];
  memcpy(&q, bytes, sizeof q);
  if (q.set != 5)
    return 4;

  struct partial *h = malloc(2 * sizeof *h);
  if (!h)
    return 5;
  h[0].set = 9;
  h[1] = h[0];
  h = realloc(h, 4 * sizeof *h);
  if (!h)
    return 6;
  h[2] = h[1];
  int ok = h[2].set == 9;
  free(h);
  return ok ? 0 : 7;
}
