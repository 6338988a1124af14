// A thread asks for the length of a text that others could change: how long it is is decided before the call is made.
//@ native: no
#include <pthread.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static char text[4] = "ab";
static unsigned long length;
static void *measure(void *unused) {
  length = strlen(text);
  return 0;
}
int main(void) {
  text[1] ^= __VERIFIER_nondet_int();
  pthread_t thread;
  pthread_create(&thread, 0, measure, 0);
  pthread_join(thread, 0);
  if (length == 1)
    reach_error(); //~ assertion
  return 0;
}
