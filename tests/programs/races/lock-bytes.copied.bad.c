// A structure is copied as a whole, with the mutex in it, which another thread may be locking.
#include <pthread.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static struct account account = {PTHREAD_MUTEX_INITIALIZER, 10};

static void *withdraw(void *arg) {
  pthread_mutex_lock(&account.mutex); //~| data-race
  account.balance--;
  pthread_mutex_unlock(&account.mutex); //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, withdraw, 0);
  struct account copy = account; //~| data-race
  pthread_join(other, 0);
  return copy.balance > 10;
}
