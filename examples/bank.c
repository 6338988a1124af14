/* Two threads move money between two accounts. Each first locks the account that it takes money from. */
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account mine = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account yours = {PTHREAD_MUTEX_INITIALIZER, 50};

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *give(void *unused) {
  (void)unused;
  transfer(&mine, &yours, 30);
  return 0;
}

static void *take(void *unused) {
  (void)unused;
  transfer(&yours, &mine, 20);
  return 0;
}

int main(void) {
  pthread_t giver, taker;
  pthread_create(&giver, 0, give, 0);
  pthread_create(&taker, 0, take, 0);
  pthread_join(giver, 0);
  pthread_join(taker, 0);
  assert(mine.balance + yours.balance == 150);
  return 0;
}
