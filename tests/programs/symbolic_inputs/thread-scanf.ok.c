// A thread reads a number from input that can be anything: each byte is a choice, and asking what it is takes the call
// back.
//@ check: --stdin-any 3
//@ native: no
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
extern void reach_error(void);

static int number;
static atomic_int started;
static void *get(void *unused) {
  if (scanf("%d", &number) != 1)
    number = 0;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, get, 0);
  started = 1;
  pthread_join(thread, 0);
  if (number == 4242)
    reach_error();
  return 0;
}
