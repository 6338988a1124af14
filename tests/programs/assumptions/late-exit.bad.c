// A thread uses a variable that is all its own. When the program ends, which another thread may decide, a function looks at it:
// here it takes for granted that the thread is not in the middle.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int progress;
static atomic_int steps;

static void look(void) { assert(progress != 1); } //~ assertion

static void *work(void *arg) {
  progress = 1;
  progress = 2;
  return arg;
}

static void *hurry(void *arg) {
  for (int i = 0; i < 5; i++)
    atomic_fetch_add(&steps, 1);
  if (arg)
    exit(0);
  return 0;
}

int main(void) {
  static int yes;
  pthread_t worker, other;
  atexit(look);
  pthread_create(&worker, 0, work, 0);
  pthread_create(&other, 0, hurry, &yes);
  pthread_join(other, 0);
  pthread_join(worker, 0);
  return 0;
}
