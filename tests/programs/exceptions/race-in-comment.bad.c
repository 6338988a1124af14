// A comment where a variable is declared allows races with it, and with no other.
#include <pthread.h>

static int hits;   // gmc_allow: data-race
static int misses; // another one

static void *work(void *arg) {
  hits++;
  misses++; //~ data-race: `misses`
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
