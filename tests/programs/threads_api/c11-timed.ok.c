// mtx_timedlock is for mutexes that were made for it.
//@ flags: -pthread
#include <threads.h>

int main(void) {
  struct timespec past = {1, 0};
  mtx_t mutex;
  mtx_init(&mutex, mtx_timed);
  int status = mtx_timedlock(&mutex, &past);
  mtx_unlock(&mutex);
  mtx_destroy(&mutex);
  return status;
}
