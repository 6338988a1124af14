// A bounded buffer with two semaphores that count, and a mutex for the buffer.
// Here the mutex is taken first, and held while waiting for a free place.
//@ violation: deadlock
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SIZE 1

static sem_t places, items;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE], used;

static void put(int item) {
  pthread_mutex_lock(&mutex);
  sem_wait(&places);
  buffer[used++] = item;
  pthread_mutex_unlock(&mutex);
  sem_post(&items);
}

static int get(void) {
  sem_wait(&items);
  pthread_mutex_lock(&mutex);
  int item = buffer[--used];
  pthread_mutex_unlock(&mutex);
  sem_post(&places);
  return item;
}

static void *produce(void *arg) {
  put(1);
  put(2);
  return arg;
}

int main(void) {
  pthread_t producer;
  sem_init(&places, 0, SIZE);
  sem_init(&items, 0, 0);
  pthread_create(&producer, 0, produce, 0);
  int sum = get() + get();
  pthread_join(producer, 0);
  assert(sum == 3);
  return 0;
}
