// Until when a thread waits for a condition is read when it begins to wait. Here somebody changes it before, without the mutex.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static struct timespec until = {1, 0};

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &until); //~| data-race
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, wait, 0);
  until.tv_sec = 2; //~| data-race
  pthread_join(other, 0);
}
