// A list that gets longer and longer.
#include <stdlib.h>
struct node {
  struct node *next;
  char room[40];
} *list;
int main(void) {
  for (;;) {
    struct node *it = malloc(sizeof *it);
    it->next = list;
    list = it;
  }
}
