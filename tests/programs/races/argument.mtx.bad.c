// Until when a thread waits for one of C's mutexes is read from memory.
#include <pthread.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static struct timespec until = {1, 0};

static int wait(void *arg) {
  (void)arg;
  if (mtx_timedlock(&mutex, &until) == thrd_success) //~| data-race
    mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t other;
  mtx_init(&mutex, mtx_timed);
  if (thrd_create(&other, wait, 0) != thrd_success)
    return 0;
  until.tv_sec = 2; //~| data-race
  thrd_join(other, 0);
  mtx_destroy(&mutex);
}
