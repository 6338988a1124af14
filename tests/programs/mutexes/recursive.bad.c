// A function that holds the mutex calls another that takes it too: a recursive mutex allows that.
// Here it is an ordinary one.
//@ violation: deadlock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int balance;

static void add(int amount) {
  pthread_mutex_lock(&mutex);
  balance += amount;
  pthread_mutex_unlock(&mutex);
}

static void *add_twice(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  int before = balance;
  add(1);
  add(2);
  if (balance != before + 3)
    __builtin_abort();
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_t other;
  pthread_create(&other, 0, add_twice, 0);
  add_twice(0);
  pthread_join(other, 0);
  pthread_mutex_destroy(&mutex);
  assert(balance == 6);
  return 0;
}
