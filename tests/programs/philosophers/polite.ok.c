// Three philosophers for ever: who does not get the second fork puts the first one back.
// Whether one of them ever eats is another question, so nothing is said about progress.
#include <pthread.h>

#define N 3

static pthread_mutex_t fork_at[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg) {
  int left = (int)(long)arg, right = (left + 1) % N;
  for (;;) {
    pthread_mutex_lock(&fork_at[left]);
    if (pthread_mutex_trylock(&fork_at[right]) == 0)
      pthread_mutex_unlock(&fork_at[right]);
    pthread_mutex_unlock(&fork_at[left]);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, philosopher, (void *)0L);
  pthread_create(&b, 0, philosopher, (void *)1L);
  philosopher((void *)2L);
  return 0;
}
