// Concurrency Kit's ring, stack and queue: a producer and a consumer.
#include <assert.h>
#include <ck_fifo.h>
#include <ck_ring.h>
#include <ck_stack.h>
#include <pthread.h>
#include <stdlib.h>
static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static ck_stack_t stack = CK_STACK_INITIALIZER;
static ck_fifo_spsc_t fifo;
static int v[3];
static ck_stack_entry_t e[3];
static void *producer(void *p) {
  ck_ring_enqueue_spsc(&ring, buffer, &v[0]);
  ck_ring_enqueue_spsc(&ring, buffer, &v[1]);
  ck_stack_push_upmc(&stack, &e[0]);
  ck_stack_push_upmc(&stack, &e[1]);
  ck_fifo_spsc_enqueue(&fifo, malloc(sizeof(ck_fifo_spsc_entry_t)), &v[0]);
  return p;
}
int main(void) {
  ck_ring_init(&ring, 4);
  ck_fifo_spsc_init(&fifo, malloc(sizeof(ck_fifo_spsc_entry_t)));
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  void *got;
  int n = 0;
  if (ck_ring_dequeue_spsc(&ring, buffer, &got)) {
    assert(got == &v[0]);
    n++;
  }
  ck_stack_push_upmc(&stack, &e[2]);
  ck_fifo_spsc_dequeue(&fifo, &got);
  pthread_join(t, 0);
  int k = 0;
  while (ck_stack_pop_upmc(&stack))
    k++;
  assert(k == 3);
  while (ck_ring_dequeue_spsc(&ring, buffer, &got))
    n++;
  assert(n == 2);
  ck_fifo_spsc_entry_t *g;
  ck_fifo_spsc_deinit(&fifo, &g);
  while (g) {
    ck_fifo_spsc_entry_t *x = g->next;
    free(g);
    g = x;
  }
}
