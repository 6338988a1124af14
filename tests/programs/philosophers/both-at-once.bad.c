// A monitor in which a philosopher takes both forks or none.
// Here those who put forks back tell one of those who wait, and it may be the wrong one.
//@ violation: deadlock
#include <pthread.h>

#define N 4

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t put_back = PTHREAD_COND_INITIALIZER;
static int taken[N];

static void *philosopher(void *arg) {
  int left = (int)(long)arg, right = (left + 1) % N;
  pthread_mutex_lock(&mutex);
  while (taken[left] || taken[right])
    pthread_cond_wait(&put_back, &mutex);
  taken[left] = taken[right] = 1;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  taken[left] = taken[right] = 0;
  pthread_cond_signal(&put_back);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t others[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&others[i], 0, philosopher, (void *)i);
  philosopher((void *)3L);
  for (int i = 0; i < 3; i++)
    pthread_join(others[i], 0);
  return 0;
}
