// The walk over a list of the Linux kernel ends at its head, which is in no entry: the entry around it is computed, and
// compared by its member alone.
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

static long sum(void) {
  long sum = 0;
  for (struct entry *it = container_of(head.next, struct entry, list); &it->list != &head;
       it = container_of(it->list.next, struct entry, list))
    sum += it->value;
  return sum;
}

int main(void) {
  long none = sum();
  struct entry two = {2, {&head}}, one = {1, {&two.list}};
  head.next = &one.list;
  return none + sum() - 3;
}
