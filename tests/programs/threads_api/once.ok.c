// pthread_once and call_once: the function runs once, whoever comes first, and different flags do not mind each other.
//@ flags: -pthread
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>

static pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static atomic_int outers, inners, standards;

static void run_inner(void) { atomic_fetch_add(&inners, 1); }

static void run_outer(void) {
  pthread_once(&inner, run_inner);
  atomic_fetch_add(&outers, 1);
}

static void run_standard(void) { atomic_fetch_add(&standards, 1); }

static void *work(void *arg) {
  if (pthread_once(&outer, run_outer) != 0) return "once";
  if (outers != 1 || inners != 1) return "not done";
  call_once(&flag, run_standard);
  if (standards != 1) return "not done";
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, 0);
  if (work(0)) return 1;
  for (int i = 0; i < 3; i++) {
    void *value;
    pthread_join(threads[i], &value);
    if (value) return 2;
  }
  return 0;
}
