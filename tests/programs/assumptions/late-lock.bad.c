// A variable that is used with a lock held. The last thread comes to it when it has counted to the end.
// Here with the wrong lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static atomic_int steps;
static int balance;

static void *look(void *arg) {
  pthread_mutex_lock(&mutex);
  assert(balance == 0);
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *audit(void *arg) {
  for (int i = 0; i < 3; i++)
    atomic_fetch_add(&steps, 1);
  pthread_mutex_lock(&other);
  assert(balance == 0); //~| data-race
  pthread_mutex_unlock(&other);
  return arg;
}

int main(void) {
  pthread_t looker, auditor;
  pthread_mutex_lock(&mutex);
  pthread_create(&looker, 0, look, 0);
  pthread_create(&auditor, 0, audit, 0);
  balance += 2; //~| data-race
  balance -= 2; //~| data-race
  pthread_mutex_unlock(&mutex);
  pthread_join(looker, 0);
  pthread_join(auditor, 0);
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  return 0;
}
