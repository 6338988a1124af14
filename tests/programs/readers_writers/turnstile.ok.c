// Writers close a turnstile behind them, so that readers cannot keep them out for ever.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t turnstile = PTHREAD_MUTEX_INITIALIZER, mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t room_empty;
static int readers, data;

static void *read_it(void *arg) {
  pthread_mutex_lock(&turnstile);
  pthread_mutex_unlock(&turnstile);
  pthread_mutex_lock(&mutex);
  if (++readers == 1)
    sem_wait(&room_empty);
  pthread_mutex_unlock(&mutex);
  int seen = data;
  pthread_mutex_lock(&mutex);
  if (--readers == 0)
    sem_post(&room_empty);
  pthread_mutex_unlock(&mutex);
  return seen ? arg : 0;
}

static void write_it(void) {
  pthread_mutex_lock(&turnstile);
  sem_wait(&room_empty);
  data++;
  pthread_mutex_unlock(&turnstile);
  sem_post(&room_empty);
}

int main(void) {
  pthread_t a, b;
  sem_init(&room_empty, 0, 1);
  pthread_create(&a, 0, read_it, 0);
  pthread_create(&b, 0, read_it, 0);
  write_it();
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(data == 1);
  return 0;
}
