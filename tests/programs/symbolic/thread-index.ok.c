// Two threads write at symbolic positions that differ.
//@ native: no
#include <pthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static int cells[4];
static unsigned char at;
static void *write(void *unused) {
  cells[at] = 1;
  return 0;
}
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar() & 1;
  at = i;
  pthread_t thread;
  pthread_create(&thread, 0, write, 0);
  cells[i + 1 + (i & 1)] = 2;
  pthread_join(thread, 0);
  if (cells[i] != 1)
    reach_error();
  return 0;
}
