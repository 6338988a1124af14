// Whether a function was called once is nobody's variable: it is read here without a function that synchronises.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void start(void) {}

static void *use(void *arg) {
  pthread_once(&once, start); //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, use, 0);
  pthread_once_t seen = once; //~| data-race
  pthread_join(other, 0);
  return seen < 0;
}
