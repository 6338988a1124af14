// Three philosophers who eat and think for ever, one of them left-handed.
#include <pthread.h>

#define N 3

static pthread_mutex_t fork_at[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg) {
  long me = (long)arg;
  pthread_mutex_t *first = &fork_at[me], *second = &fork_at[(me + 1) % N];
  if (me == 0) {
    pthread_mutex_t *swap = first;
    first = second;
    second = swap;
  }
  for (;;) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, philosopher, (void *)0L);
  pthread_create(&b, 0, philosopher, (void *)1L);
  philosopher((void *)2L);
  return 0;
}
