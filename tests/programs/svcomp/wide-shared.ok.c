// A value that goes through memory that threads share, copied before it is bounded: all copies are the same number.
//@ native: no
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int given, copy, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  sum += given - copy;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a, b;
  given = __VERIFIER_nondet_int();
  copy = given;
  __VERIFIER_assume(given >= 3);
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_mutex_lock(&m);
  __VERIFIER_assume(copy <= 5);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (sum != 0)
    reach_error();
  if (copy < 3 || given > 5)
    reach_error();
  return 0;
}
