// A C11 mutex that may be locked again by its owner.
// Here it may not.
#include <threads.h>

int main(void) {
  mtx_t mutex;
  mtx_init(&mutex, mtx_plain);
  mtx_lock(&mutex);
  mtx_lock(&mutex); //~ lock-misuse
  mtx_unlock(&mutex);
  mtx_unlock(&mutex);
  mtx_destroy(&mutex);
  return 0;
}
