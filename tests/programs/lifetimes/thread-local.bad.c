// A variable for each thread: what one does with its own the other does not see.
// Here it is one for all.
#include <assert.h>
#include <pthread.h>

static int counter = 5;

static void *work(void *arg) {
  counter++; //~| data-race
  counter++; //~| data-race
  (void)arg;
  return (void *)(long)counter; //~| data-race
}

int main(void) {
  pthread_t other;
  void *theirs;
  pthread_create(&other, 0, work, 0);
  void *mine = work(0);
  pthread_join(other, &theirs);
  assert(mine && theirs);
  return 0;
}
