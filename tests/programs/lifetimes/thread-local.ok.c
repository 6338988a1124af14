// A variable for each thread: what one does with its own the other does not see.
#include <assert.h>
#include <pthread.h>

static _Thread_local int counter = 5;

static void *work(void *arg) {
  counter++;
  counter++;
  (void)arg;
  return (void *)(long)counter;
}

int main(void) {
  pthread_t other;
  void *theirs;
  pthread_create(&other, 0, work, 0);
  void *mine = work(0);
  pthread_join(other, &theirs);
  assert(mine == (void *)7L && theirs == (void *)7L && counter == 7);
  return 0;
}
