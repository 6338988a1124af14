// A sum of two threads is what nobody expects.
//@ native: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_uint sum;

static void *add(void *what) {
  atomic_fetch_add(&sum, (unsigned)(long)what);
  return what;
}

int main(void) {
  unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  pthread_t a, b;
  void *result;
  pthread_create(&a, NULL, add, (void *)(long)x);
  pthread_create(&b, NULL, add, (void *)(long)y);
  pthread_join(a, &result);
  pthread_join(b, NULL);
  assert(sum != 1234567 || x < y); //~ assertion
  return 0;
}
