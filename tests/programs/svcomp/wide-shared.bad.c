// Threads split what they share: one of them meets the number that the other one left over.
//@ native: no
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int given, low;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *look(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  low = given < 1000;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a;
  given = __VERIFIER_nondet_int();
  pthread_create(&a, 0, look, 0);
  pthread_mutex_lock(&m);
  int large = given > 998;
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  if (large && low)
    reach_error(); //~ assertion
  return 0;
}
