// The second of two structs in one block.
#include <stdlib.h>

struct item {
  int id;
  char name[12];
};

int main(void) {
  struct item *items = calloc(2, sizeof *items);
  if (!items)
    return 2;
  for (int i = 0; i <= 2; i++)
    items[i].id = i; //~ out-of-bounds: `items[i].id` writes 4 bytes at offset 32 of heap memory (32 bytes)
  int id = items[1].id;
  free(items);
  return id - 1;
}
