// A barrier is used again and again; each time one thread is told that it is the one.
//@ flags: -pthread
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 5 };

static pthread_barrier_t barrier;
static atomic_int arrived, serial;

static void *work(void *arg) {
  for (int round = 1; round <= ROUNDS; round++) {
    atomic_fetch_add(&arrived, 1);
    int status = pthread_barrier_wait(&barrier);
    if (status == PTHREAD_BARRIER_SERIAL_THREAD) {
      atomic_fetch_add(&serial, 1);
    } else if (status != 0) {
      return "status";
    }
    if (atomic_load(&arrived) < round * THREADS) return "too early";
    pthread_barrier_wait(&barrier);
  }
  return arg;
}

int main(void) {
  pthread_t threads[THREADS];
  if (pthread_barrier_init(&barrier, 0, 0) != EINVAL) return 1;
  if (pthread_barrier_init(&barrier, 0, THREADS) != 0) return 2;
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++) {
    void *value;
    pthread_join(threads[i], &value);
    if (value) return 3;
  }
  if (serial != ROUNDS) return 4;
  if (pthread_barrier_destroy(&barrier) != 0) return 5;
  pthread_barrier_init(&barrier, 0, 1);
  if (pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD) return 6;
  return pthread_barrier_destroy(&barrier);
}
