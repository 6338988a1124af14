// Two threads put into liburcu's queue and stacks, one takes out.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <urcu.h>
#include <urcu/lfstack.h>
#include <urcu/rculist.h>
#include <urcu/wfcqueue.h>
#include <urcu/wfstack.h>
struct item {
  int v;
  struct cds_wfcq_node q;
  struct cds_wfs_node s;
  struct cds_lfs_node l;
};
static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct cds_wfs_stack ws;
static struct cds_lfs_stack ls;
static struct item it[2];
static void push(struct item *i) {
  cds_wfcq_node_init(&i->q);
  cds_wfcq_enqueue(&head, &tail, &i->q);
  cds_wfs_node_init(&i->s);
  cds_wfs_push(&ws, &i->s);
  cds_lfs_node_init(&i->l);
  cds_lfs_push(&ls, &i->l);
}
static void *other(void *p) {
  push(p);
  return 0;
}
int main(void) {
  cds_wfcq_init(&head, &tail);
  cds_wfs_init(&ws);
  cds_lfs_init(&ls);
  pthread_t t;
  pthread_create(&t, 0, other, &it[1]);
  push(&it[0]);
  struct cds_wfcq_node *n = cds_wfcq_dequeue_blocking(&head, &tail);
  assert(n);
  struct cds_wfs_node *s = cds_wfs_pop_blocking(&ws);
  assert(s);
  struct cds_lfs_node *l = cds_lfs_pop_blocking(&ls);
  assert(l);
  pthread_join(t, 0);
  assert(cds_wfcq_dequeue_blocking(&head, &tail) != n);
  cds_wfcq_destroy(&head, &tail);
  cds_wfs_destroy(&ws);
  cds_lfs_destroy(&ls);
}
