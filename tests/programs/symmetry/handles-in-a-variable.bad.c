// What is joined stands in a variable that all threads can reach, and the last one to come writes to it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_t threads[2];
static atomic_int came;

static void *work(void *arg) {
  if (atomic_fetch_add(&came, 1) == 1) {
    pthread_t same = threads[1]; //~| data-race
    threads[1] = same; //~| data-race
  }
  return arg;
}

int main(void) {
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, 0); //~| data-race
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0); //~| data-race
  return 0;
}
