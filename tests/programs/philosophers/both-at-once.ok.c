// A monitor in which a philosopher takes both forks or none.
#include <assert.h>
#include <pthread.h>

#define N 3

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t put_back = PTHREAD_COND_INITIALIZER;
static int taken[N];

static void *philosopher(void *arg) {
  int left = (int)(long)arg, right = (left + 1) % N;
  pthread_mutex_lock(&mutex);
  while (taken[left] || taken[right])
    pthread_cond_wait(&put_back, &mutex);
  assert(!taken[left] && !taken[right]);
  taken[left] = taken[right] = 1;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  taken[left] = taken[right] = 0;
  pthread_cond_broadcast(&put_back);
  pthread_mutex_unlock(&mutex);
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
