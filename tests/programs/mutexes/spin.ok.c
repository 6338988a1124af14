// A POSIX spin lock, with trylock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t spin;
static int data;

static void *work(void *arg) {
  pthread_spin_lock(&spin);
  data++;
  pthread_spin_unlock(&spin);
  return arg;
}

int main(void) {
  pthread_t other;
  int got = 0;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&other, 0, work, 0);
  int code = pthread_spin_trylock(&spin);
  if (code == 0) {
    data++;
    got = 1;
    pthread_spin_unlock(&spin);
  } else {
    assert(code == EBUSY);
  }
  pthread_join(other, 0);
  pthread_spin_destroy(&spin);
  assert(data == 1 + got);
  return 0;
}
