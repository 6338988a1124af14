// Atomics of all shapes between threads: flags, fences, structures larger than any register (natively, those need libatomic).
//@ flags: -pthread
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

struct wide {
  long words[5];
};

static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic struct wide wide;
static int count;

static void *work(void *arg) {
  for (int i = 0; i < 20; i++) {
    while (atomic_flag_test_and_set(&flag))
      ;
    count++;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_flag_clear(&flag);
    struct wide old = atomic_load(&wide), new;
    do {
      for (int j = 0; j < 5; j++) new.words[j] = old.words[j] + 1;
    } while (!atomic_compare_exchange_strong(&wide, &old, new));
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  struct wide end = atomic_load(&wide);
  for (int j = 0; j < 5; j++) {
    if (end.words[j] != 40) return 1;
  }
  return count != 40;
}
