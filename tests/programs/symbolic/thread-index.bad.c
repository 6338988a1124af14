// For one input the positions are the same.
//@ native: no
#include <pthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int cells[4];
static unsigned char at;
static void *write(void *unused) {
  cells[at] = 1; //~| data-race
  return 0;
}
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar() & 1;
  at = i;
  pthread_t thread;
  pthread_create(&thread, 0, write, 0);
  cells[1] = 2; //~| data-race
  pthread_join(thread, 0);
  return 0;
}
