// Trying without waiting, waiting with a limit, and asking for the value.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;

static void *post(void *arg) {
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  struct timespec deadline = {.tv_sec = 1, .tv_nsec = 0};
  pthread_t other;
  int value = -1, got = 0;
  assert(sem_init(&semaphore, 0, 1) == 0 && sem_trywait(&semaphore) == 0);
  assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  pthread_create(&other, 0, post, 0);
  if (sem_timedwait(&semaphore, &deadline) == 0)
    got = 1;
  else
    assert(errno == ETIMEDOUT);
  pthread_join(other, 0);
  assert(sem_getvalue(&semaphore, &value) == 0 && value == 1 - got);
  assert(sem_destroy(&semaphore) == 0);
  return 0;
}
