// An invariant is called by the thread that has moved, also where that has created another: it sees its own variables.
//@ check: --invariant holds
#include <pthread.h>

_Thread_local int mine;
int other;

int holds(void) { return mine == 0; }

static void *run(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  mine = 0;
  pthread_create(&thread, NULL, run, NULL);
  other = 1;
  mine = 0;
  pthread_join(thread, NULL);
}
