// A variable under a lock. Another thread makes the lock anew when it has counted to the end, whoever has it, and takes it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int steps;
static int data;

static void *disturb(void *arg) {
  for (int i = 0; i < 3; i++)
    atomic_fetch_add(&steps, 1);
  pthread_mutex_init(&mutex, 0); //~| data-race
  pthread_mutex_lock(&mutex); //~| data-race
  assert(data == 0); //~| data-race
  pthread_mutex_unlock(&mutex); //~| lock-misuse //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_mutex_lock(&mutex);
  pthread_create(&other, 0, disturb, 0);
  data = 1; //~| data-race
  data = 0; //~| data-race
  pthread_mutex_unlock(&mutex); //~| lock-misuse //~| data-race
  pthread_join(other, 0);
  return 0;
}
