// One thread goes too far for one size.
//@ native: no
#include <pthread.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static char *p;
static unsigned n;
static void *run(void *unused) {
  if (n > 1)
    p[2] = 1; //~ out-of-bounds
  return unused;
}
int main(void) {
  n = __VERIFIER_nondet_uint() % 5;
  p = malloc(n);
  if (p == 0)
    return 0;
  pthread_t thread;
  if (pthread_create(&thread, 0, run, 0) != 0)
    exit(0);
  if (n > 1)
    p[1] = 2;
  pthread_join(thread, 0);
  free(p);
  return 0;
}
