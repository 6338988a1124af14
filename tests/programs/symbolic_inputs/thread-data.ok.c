// A thread gets and gives what is not decided.
//@ native: no
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_key_t key;

static void *run(void *argument) {
  pthread_setspecific(key, argument);
  long x = (long)pthread_getspecific(key);
  assert(x == (long)argument);
  pthread_setspecific(key, NULL);
  pthread_exit((void *)(x + 1));
}

int main(void) {
  long x = __VERIFIER_nondet_int();
  pthread_t thread;
  void *result;
  pthread_key_create(&key, NULL);
  pthread_create(&thread, NULL, run, (void *)x);
  pthread_join(thread, &result);
  assert((long)result == x + 1);
  return 0;
}
