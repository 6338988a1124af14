// In one order the result can be zero.
//@ native: no
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned value;
static void *twice(void *unused) {
  pthread_mutex_lock(&lock);
  value *= 2;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  value = x;
  pthread_t thread;
  pthread_create(&thread, 0, twice, 0);
  pthread_mutex_lock(&lock);
  value += 3;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  if (value == 0)
    reach_error(); //~ assertion
  return 0;
}
