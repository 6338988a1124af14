// DPDK's ring, filled by two threads; FLAGS says how it synchronises.
#include <assert.h>
#include <pthread.h>
#include <rte_ring.h>
#include <stdlib.h>
static struct rte_ring *ring;
static int v[2];
static void *other(void *p) {
  int r = rte_ring_enqueue(ring, &v[1]);
  assert(r == 0);
  return p;
}
int main(void) {
  ssize_t size = rte_ring_get_memsize(4);
  ring = aligned_alloc(64, size);
  assert(rte_ring_init(ring, "ring", 4, FLAGS) == 0);
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  assert(rte_ring_enqueue(ring, &v[0]) == 0);
  void *a = 0, *b = 0;
  int got = rte_ring_dequeue(ring, &a) == 0;
  pthread_join(t, 0);
  got += rte_ring_dequeue(ring, &b) == 0;
  got += rte_ring_count(ring);
  assert(got == 2 && a != b);
  free(ring);
}
