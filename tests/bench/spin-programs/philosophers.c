// Philosophers that eat for ever; the last one takes its forks in the other order.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t forks[N];

static void *philosopher(void *arg) {
  int i = (int)(long)arg, first = i, second = i + 1;
  if (i == N - 1) {
    first = 0;
    second = N - 1;
  }
  for (;;) {
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
  }
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
}
