// Flexible array members, and the older array of one element that is longer than it says.
#include <stdlib.h>
#include <string.h>

struct text {
  size_t length;
  char bytes[];
};

struct hack {
  int count;
  int items[1];
};

struct zero {
  int count;
  int items[0];
};

int main(void) {
  struct text *t = malloc(sizeof *t + 6);
  if (!t)
    return 2;
  t->length = 5;
  memcpy(t->bytes, "flex!", 6);
  if (t->bytes[4] != '!' || t->bytes[t->length] != 0)
    return 3;
  free(t);

  struct hack *h = malloc(sizeof *h + 9 * sizeof(int));
  if (!h)
    return 4;
  h->count = 10;
  for (int i = 0; i < h->count; i++)
    h->items[i] = i;
  if (h->items[9] != 9)
    return 5;
  free(h);

  struct zero *z = malloc(sizeof *z + 3 * sizeof(int));
  if (!z)
    return 6;
  z->count = 3;
  for (int i = 0; i < z->count; i++)
    z->items[i] = i * i;
  int last = z->items[2];
  free(z);
  return last - 4;
}
