// A spin lock that looks first, and then sets.
#include <pthread.h>

static int locked, data;

static void lock(void) {
  int value;
  do
    __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(locked) : "memory");
  while (value);
  __asm__ volatile("movl $1, %0" : "=m"(locked)::"memory");
}

static void unlock(void) { __asm__ volatile("movl $0, %0" : "=m"(locked)::"memory"); }

static void *work(void *arg) {
  lock();
  data++; //~ data-race: `data`
  unlock();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
