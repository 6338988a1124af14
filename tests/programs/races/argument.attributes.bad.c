// A thread's attributes are read when it is made.
#include <pthread.h>

static pthread_attr_t attributes;

static void *change(void *arg) {
  pthread_attr_setguardsize(&attributes, 4096); //~| data-race
  return arg;
}

static void *nothing(void *arg) { return arg; }

int main(void) {
  pthread_t other, third;
  pthread_attr_init(&attributes);
  pthread_create(&other, 0, change, 0);
  pthread_create(&third, &attributes, nothing, 0); //~| data-race
  pthread_join(other, 0);
  pthread_join(third, 0);
}
