// A function whose name begins with __VERIFIER_atomic_ is one step.
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);
extern void reach_error(void);

static atomic_int locked, inside;

void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(!locked);
  locked = 1;
}

static void *work(void *arg) {
  __VERIFIER_atomic_acquire();
  if (inside++ != 0)
    reach_error();
  inside--;
  locked = 0;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
