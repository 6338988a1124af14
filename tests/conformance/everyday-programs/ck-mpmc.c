// Two threads put into Concurrency Kit's queues, one takes out.
#include <assert.h>
#include <ck_fifo.h>
#include <ck_ring.h>
#include <pthread.h>
static ck_fifo_mpmc_t fifo;
static ck_fifo_mpmc_entry_t en[3];
static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int v[2];
static void *producer(void *p) {
  ck_fifo_mpmc_enqueue(&fifo, &en[1], &v[0]);
  ck_ring_enqueue_mpmc(&ring, buffer, &v[0]);
  return p;
}
int main(void) {
  ck_fifo_mpmc_init(&fifo, &en[0]);
  ck_ring_init(&ring, 4);
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  ck_fifo_mpmc_enqueue(&fifo, &en[2], &v[1]);
  ck_ring_enqueue_mpmc(&ring, buffer, &v[1]);
  int *a = 0, *b = 0;
  ck_fifo_mpmc_entry_t *g;
  assert(ck_fifo_mpmc_dequeue(&fifo, &a, &g));
  assert(ck_ring_dequeue_mpmc(&ring, buffer, &b));
  pthread_join(t, 0);
  int *c = 0, *d = 0;
  assert(ck_fifo_mpmc_dequeue(&fifo, &c, &g));
  assert(ck_ring_dequeue_mpmc(&ring, buffer, &d));
  assert(a != c && b != d);
}
