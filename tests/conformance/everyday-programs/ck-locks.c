// Concurrency Kit's locks, as its assembly for x86-64 has them: two threads count under each.
#include <assert.h>
#include <ck_spinlock.h>
#include <pthread.h>
#ifndef LOCK
#define LOCK ticket
#endif
#define J2(a, b) a##b
#define J(a, b) J2(a, b)
static int counter;
static J(J(ck_spinlock_, LOCK), _t) lock;
static void *count(void *p) {
  J(J(ck_spinlock_, LOCK), _lock)(&lock);
  counter++;
  J(J(ck_spinlock_, LOCK), _unlock)(&lock);
  return p;
}
int main(void) {
  J(J(ck_spinlock_, LOCK), _init)(&lock);
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  count(0);
  pthread_join(t, 0);
  assert(counter == 2);
}
