// A counter for statistics may race, by its name; the total may not.
//@ check: --allow data-race@counter
#include <pthread.h>

static int counter, total;

static void *work(void *arg) {
  counter++;
  total++; //~ data-race: `total`
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
