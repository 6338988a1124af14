// A spin lock of `xchg` and a plain store.
#include <pthread.h>

static int locked, data;

static void lock(void) {
  int value;
  do {
    value = 1;
    __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(locked)::"memory");
    __builtin_ia32_pause();
  } while (value);
}

static void unlock(void) { __asm__ volatile("movl $0, %0" : "=m"(locked)::"memory"); }

static void *work(void *arg) {
  lock();
  data++;
  unlock();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return data - 2;
}
