// Transfers between accounts, each with a mutex: the account with the lower number is locked first.
// Here the one that pays is locked first.
//@ violation: deadlock
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t mutex;
  int number, balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 0, 10}, {PTHREAD_MUTEX_INITIALIZER, 1, 10}};

static void transfer(struct account *from, struct account *to, int amount) {
  struct account *low = from;
  struct account *high = to;
  pthread_mutex_lock(&low->mutex);
  pthread_mutex_lock(&high->mutex);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&high->mutex);
  pthread_mutex_unlock(&low->mutex);
}

static void *work(void *arg) {
  (void)arg;
  transfer(&accounts[0], &accounts[1], 3);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  transfer(&accounts[1], &accounts[0], 5);
  pthread_join(other, 0);
  assert(accounts[0].balance == 12 && accounts[1].balance == 8);
  return 0;
}
