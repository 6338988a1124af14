// A thread's name is read from memory.
#include <pthread.h>

static char name[] = "one";

static void *change(void *arg) {
  name[2] = 'i'; //~| data-race
  return arg;
}

int pthread_setname_np(pthread_t, const char *);

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, change, 0);
  pthread_setname_np(other, name); //~| data-race
  pthread_join(other, 0);
}
