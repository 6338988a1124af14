// mtx_timedlock is for mutexes that were made for it.
// Here it was not.
//@ flags: -pthread
#include <threads.h>

int main(void) {
  struct timespec past = {1, 0};
  mtx_t mutex;
  mtx_init(&mutex, mtx_plain);
  int status = mtx_timedlock(&mutex, &past); //~ lock-misuse: mtx_timed
  mtx_unlock(&mutex);
  mtx_destroy(&mutex);
  return status;
}
