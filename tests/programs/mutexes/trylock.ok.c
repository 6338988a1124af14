// A thread that does not get the mutex at once does something else.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  int done = 0;
  pthread_create(&other, 0, work, 0);
  int code = pthread_mutex_trylock(&mutex);
  if (code == 0) {
    data++;
    done = 1;
    pthread_mutex_unlock(&mutex);
  } else {
    assert(code == EBUSY);
  }
  pthread_join(other, 0);
  assert(data == 1 + done);
  return 0;
}
