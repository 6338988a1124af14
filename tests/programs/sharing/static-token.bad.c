// `strtok` remembers where it is, for all threads together.
#include <pthread.h>
#include <string.h>

static void *worker(void *arg) {
  char words[] = "a b";
  strtok(words, " "); //~ data-race
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
