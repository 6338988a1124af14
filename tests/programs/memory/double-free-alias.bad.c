// Two owners of one block: both free it.
#include <stdlib.h>

struct pair {
  int *left, *right;
};

int main(void) {
  struct pair p;
  p.left = malloc(sizeof(int));
  p.right = p.left;
  free(p.left);
  if (p.right == p.left)
    free(p.right); //~ double-free
  return 0;
}
