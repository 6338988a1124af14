// A lock on a futex, by `syscall`: 0 is free, 1 is taken, 2 is taken and somebody may wait.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word, data;

static void lock(void) {
  int found = 0;
  if (__atomic_compare_exchange_n(&word, &found, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return;
  while (__atomic_exchange_n(&word, 2, __ATOMIC_SEQ_CST) != 0)
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL);
}

static void unlock(void) {
  if (__atomic_exchange_n(&word, 0, __ATOMIC_SEQ_CST) == 2) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
}

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
