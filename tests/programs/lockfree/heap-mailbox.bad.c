// A queue of one place in heap memory, made anew by each round: the consumer may look before the second letter is there.
// The objects of the second round have numbers that depend on what came before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
  atomic_int full, letter;
};

static struct box *_Atomic current;
static atomic_int got;

static void *consumer(void *unused) {
  struct box *box = current;
  if (box->full)
    got = box->letter;
  return unused;
}

int main(void) {
  struct box *boxes[2];
  for (int i = 0; i < 2; i++) {
    boxes[i] = calloc(1, sizeof *boxes[i]);
    pthread_t thread;
    current = boxes[i];
    pthread_create(&thread, 0, consumer, 0);
    boxes[i]->full = 1;
    boxes[i]->letter = i + 1;
    pthread_join(thread, 0);
    assert(got <= i + 1);
  }
  assert(got != 1); //~ assertion
  free(boxes[0]);
  free(boxes[1]);
}
