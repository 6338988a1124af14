// Structures that no register holds are atomic all the same.
//@ check
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct wide {
  long words[3];
};

static _Atomic struct wide wide;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int count;

static void *work(void *arg) {
  struct wide old = atomic_load(&wide), new;
  do {
    for (int j = 0; j < 3; j++) new.words[j] = old.words[j] + 1;
  } while (!atomic_compare_exchange_strong(&wide, &old, new));
  while (atomic_flag_test_and_set(&flag))
    ;
  count++;
  atomic_thread_fence(memory_order_seq_cst);
  atomic_flag_clear(&flag);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  struct wide end = atomic_load(&wide);
  assert(count == 2 && end.words[0] == 2 && end.words[2] == 2);
  return 0;
}
