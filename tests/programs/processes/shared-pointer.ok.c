// A list in memory that is shared at the same address, with pointers to functions: a child adds to it.
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct node {
  struct node *next;
  int (*value)(void);
};

struct list {
  struct node *first;
  struct node nodes[3];
};

static int one(void) { return 1; }
static int two(void) { return 2; }

static void add(struct list *list, int at, int (*value)(void)) {
  struct node *node = &list->nodes[at];
  node->value = value;
  node->next = list->first;
  list->first = node;
}

int main(void) {
  struct list *list = mmap(NULL, sizeof *list, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (list == MAP_FAILED) return 1;
  add(list, 0, one);
  if (fork() == 0) {
    add(list, 1, two);
    _exit(0);
  }
  if (wait(NULL) < 0) return 2;
  add(list, 2, one);
  int sum = 0;
  for (struct node *it = list->first; it; it = it->next) sum += it->value();
  return sum != 4;
}
