// Until when a thread waits for a mutex is read from memory, like any variable.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct timespec until = {1, 0};

static void *wait(void *arg) {
  if (pthread_mutex_timedlock(&mutex, &until) == 0) //~| data-race
    pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, wait, 0);
  until.tv_nsec = 1; //~| data-race
  pthread_join(other, 0);
}
