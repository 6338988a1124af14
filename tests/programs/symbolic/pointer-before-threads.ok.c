// A pointer with a symbolic offset is older than the thread that decides what the offset is.
//@ native: no
#include <pthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static unsigned char a[4] = {0, 1, 2, 3};
static unsigned char x, seen;
static void *work(void *unused) {
  if (x == 2 || x == 6)
    seen = 1;
  return 0;
}
int main(void) {
  x = __VERIFIER_nondet_uchar();
  unsigned char *p = &a[x & 3];
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  if (seen && *p != 2)
    reach_error();
  return 0;
}
