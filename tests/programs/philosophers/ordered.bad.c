// Three philosophers who take the fork with the lower number first.
// Here everybody takes the left one first, and all may sit there with it.
//@ violation: deadlock
#include <pthread.h>

#define N 3

static pthread_mutex_t fork_at[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg) {
  int left = (int)(long)arg, right = (left + 1) % N;
  int first = left;
  int second = left + right - first;
  pthread_mutex_lock(&fork_at[first]);
  pthread_mutex_lock(&fork_at[second]);
  pthread_mutex_unlock(&fork_at[second]);
  pthread_mutex_unlock(&fork_at[first]);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, philosopher, (void *)0L);
  pthread_create(&b, 0, philosopher, (void *)1L);
  philosopher((void *)2L);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
