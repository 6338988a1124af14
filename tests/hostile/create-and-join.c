// Threads that are made and awaited, one after the other, for ever.
#include <pthread.h>
static int shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  return arg;
}
int main(void) {
  for (;;) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&mutex);
    shared &= 0xffff;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
  }
}
