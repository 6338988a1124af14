// A thread may return no pointer at all.
//@ native: no
#include <pthread.h>
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

static void *give(void *unused) {
  (void)unused;
  return __VERIFIER_nondet_pointer();
}

int main(void) {
  pthread_t a, b;
  void *result;
  pthread_create(&a, 0, give, 0);
  pthread_create(&b, 0, give, 0);
  pthread_join(a, 0);
  pthread_join(b, &result);
  int null = result == 0;
  if (null)
    reach_error(); //~ assertion
  return 0;
}
