// A waiter lets two of three philosophers sit down at a time.
#include <pthread.h>
#include <semaphore.h>

#define N 3

static pthread_mutex_t fork_at[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static sem_t seats;

static void *philosopher(void *arg) {
  int left = (int)(long)arg, right = (left + 1) % N;
  sem_wait(&seats);
  pthread_mutex_lock(&fork_at[left]);
  pthread_mutex_lock(&fork_at[right]);
  pthread_mutex_unlock(&fork_at[right]);
  pthread_mutex_unlock(&fork_at[left]);
  sem_post(&seats);
  return 0;
}

int main(void) {
  pthread_t a, b;
  sem_init(&seats, 0, N - 1);
  pthread_create(&a, 0, philosopher, (void *)0L);
  pthread_create(&b, 0, philosopher, (void *)1L);
  philosopher((void *)2L);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
