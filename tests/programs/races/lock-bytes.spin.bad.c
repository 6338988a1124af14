// Who has a spin lock is written by an assignment: it is no variable of the program's.
#include <pthread.h>

static pthread_spinlock_t lock;

static void *use(void *arg) {
  pthread_spin_lock(&lock); //~| data-race
  pthread_spin_unlock(&lock); //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_spin_init(&lock, 0);
  pthread_create(&other, 0, use, 0);
  lock = 0; //~| data-race
  pthread_join(other, 0);
}
