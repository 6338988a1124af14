// A barrier of semaphores with a way in and a way out, used twice by each thread.
// Here there is no way out, and a fast thread uses up the permission of a slow one.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define THREADS 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t in, out;
static int count;
static atomic_int progress[THREADS];

static void release(sem_t *gate) {
  for (int i = 0; i < THREADS; i++)
    sem_post(gate);
}

static void meet(void) {
  pthread_mutex_lock(&mutex);
  if (++count == THREADS)
    release(&in);
  count %= THREADS;
  pthread_mutex_unlock(&mutex);
  sem_wait(&in);
}

static void *work(void *arg) {
  long me = (long)arg;
  for (int round = 1; round <= 2; round++) {
    atomic_store(&progress[me], round);
    meet();
    int other = atomic_load(&progress[1 - me]);
    assert(other >= round); //~ assertion
  }
  return 0;
}

int main(void) {
  pthread_t other;
  sem_init(&in, 0, 0);
  sem_init(&out, 0, 0);
  pthread_create(&other, 0, work, (void *)1L);
  work((void *)0L);
  pthread_join(other, 0);
  return 0;
}
