// Two threads use different unions.
// Here they use different members of the same, which lie in the same place.
#include <assert.h>
#include <pthread.h>

union both {
  int number;
  char text[4];
};

static union both values[2];

static void *work(void *arg) {
  values[0].text[2] = 'x'; //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  values[0].number = 1; //~| data-race
  pthread_join(thread, 0);
  return 0;
}
