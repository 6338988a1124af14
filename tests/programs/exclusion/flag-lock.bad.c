// A spin lock that is an atomic_flag, and one that is a __sync builtin.
// Here one of them is given back too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;
static int word;
static int by_flag, by_word;

static void *work(void *arg) {
  (void)arg;
  while (atomic_flag_test_and_set(&flag))
    ;
  by_flag++;
  atomic_flag_clear(&flag);
  while (__sync_lock_test_and_set(&word, 1))
    ;
  __sync_lock_release(&word);
  by_word++; //~ data-race
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  work(0);
  pthread_join(other, 0);
  assert(by_flag == 2 && by_word == 2);
  return 0;
}
