// Each process has a list of its own. What the child has in its list the parent has in its list, too: not if it
// sends before it adds.
//@ native: no
#include <gmc.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct node {
  struct node *next;
  int value;
};

static struct node *list;

static void add(int value) {
  struct node *node = malloc(sizeof *node);
  if (!node) exit(9);
  node->value = value;
  node->next = list;
  list = node;
}

static int length(struct node *it) {
  int count = 0;
  for (; it; it = it->next) count += it->value > 0;
  return count;
}

int parent_has_more(void) {
  if (gmc_processes() < 2) return 1;
  struct node *own = GMC_STATIC_OF(1, struct node *, "invariant-list.bad.c", list);
  struct node *child = GMC_STATIC_OF(2, struct node *, "invariant-list.bad.c", list);
  return length(own) >= length(child);
}

int main(void) {
  int jobs[2];
  gmc_invariant(parent_has_more);
  if (pipe(jobs)) return 1;
  if (fork() == 0) {
    int job;
    close(jobs[1]);
    while (read(jobs[0], &job, sizeof job) == sizeof job) add(job);
    _exit(0);
  }
  close(jobs[0]);
  for (int job = 1; job <= 2; job++) {
    if (write(jobs[1], &job, sizeof job) != sizeof job) return 2;
    gmc_yield();
    add(job);
  }
  close(jobs[1]);
  return wait(NULL) < 0;
}
//@ violation: invariant
