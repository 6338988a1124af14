// The entry around the head of a list is outside of the head.
//@ options: --pedantic
#include <stddef.h>

struct list {
  struct list *next;
};

struct entry {
  long value;
  struct list list;
};

#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))

static struct list head = {&head};

int main(void) {
  struct entry *it = container_of(head.next, struct entry, list); //~ invalid-pointer-operation: offset -8
  return &it->list != &head;
}
