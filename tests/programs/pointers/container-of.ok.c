// From a member to the struct around it, as intrusive lists do.
#include <stddef.h>

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct link {
  struct link *next, *prev;
};

struct task {
  int id;
  struct link link;
  char name[4];
};

static void add(struct link *head, struct link *l) {
  l->next = head;
  l->prev = head->prev;
  head->prev->next = l;
  head->prev = l;
}

int main(void) {
  struct link head = {&head, &head};
  struct task t[3] = {{.id = 1}, {.id = 2}, {.id = 3}};
  for (int i = 0; i < 3; i++)
    add(&head, &t[i].link);
  int n = 0;
  for (struct link *l = head.next; l != &head; l = l->next) {
    struct task *owner = container_of(l, struct task, link);
    n = n * 10 + owner->id;
  }
  return n - 123;
}
