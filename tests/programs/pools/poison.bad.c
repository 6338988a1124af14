// A worker ends when it gets a poison pill: there is one for each.
// Here the first worker eats the only one.
//@ violation: deadlock
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define WORKERS 2
#define POISON -1

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t filled;
static int queue[4], put, got, sum;

static void send(int item) {
  pthread_mutex_lock(&mutex);
  queue[put++] = item;
  pthread_mutex_unlock(&mutex);
  sem_post(&filled);
}

static void *worker(void *arg) {
  for (;;) {
    sem_wait(&filled);
    pthread_mutex_lock(&mutex);
    int item = queue[got++];
    if (item != POISON)
      sum += item;
    pthread_mutex_unlock(&mutex);
    if (item == POISON)
      return arg;
  }
}

int main(void) {
  pthread_t a, b;
  sem_init(&filled, 0, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  send(5);
  send(POISON);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 5);
  return 0;
}
