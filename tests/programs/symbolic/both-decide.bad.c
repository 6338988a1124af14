// Both can be.
//@ native: no
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int x, one, two;
static void *first(void *unused) {
  if (x == 264)
    one = 1;
  return 0;
}
static void *second(void *unused) {
  if ((x & 255) == 8)
    two = 1;
  return 0;
}
int main(void) {
  x = __VERIFIER_nondet_int();
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (one && two)
    reach_error(); //~ assertion
  return 0;
}
