// A mutex is initialised once.
// Here again while somebody may hold it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int data;

static void *work(void *arg) {
  pthread_mutex_init(&mutex, 0); //~| lock-misuse //~| data-race
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&mutex, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&mutex); //~| data-race
  data++;
  pthread_mutex_unlock(&mutex); //~| lock-misuse //~| data-race
  pthread_join(thread, 0);
  assert(data == 2);
  return 0;
}
