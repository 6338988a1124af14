// What functions are given is written before there are other threads, or with a mutex held, or is each thread's own.
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec until = {1, 0};
static struct sigaction before;
static pthread_attr_t attributes;
static atomic_int value;

static void *use(void *arg) {
  int expected = 0;
  struct timespec nap = {0, 1};
  nanosleep(&nap, 0);
  atomic_compare_exchange_strong(&value, &expected, 1);
  if (pthread_mutex_timedlock(&mutex, &until) == 0) {
    sigaction(SIGUSR1, 0, &before);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_attr_init(&attributes);
  pthread_create(&other, &attributes, use, 0);
  use(0);
  pthread_join(other, 0);
}
