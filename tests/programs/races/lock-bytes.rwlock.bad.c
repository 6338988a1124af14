// A read-write lock is cleared while another thread may be reading with it.
#include <pthread.h>
#include <string.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *read(void *arg) {
  pthread_rwlock_rdlock(&lock); //~| data-race
  pthread_rwlock_unlock(&lock); //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, read, 0);
  memset(&lock, 0, sizeof lock); //~| data-race
  pthread_join(other, 0);
}
