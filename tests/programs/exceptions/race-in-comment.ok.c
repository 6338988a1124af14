// A comment where a variable is declared allows races with it, wherever they are.
#include <pthread.h>

static int hits; // gmc_allow: data-race

static void *work(void *arg) {
  hits++;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
