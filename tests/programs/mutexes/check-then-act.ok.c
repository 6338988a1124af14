// Money is taken out only if it is there, and looking and taking are one critical section.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void *take(void *arg) {
  int amount = (int)(long)arg;
  pthread_mutex_lock(&mutex);
  int enough = balance >= amount;
  if (enough)
    balance -= amount;
  assert(balance >= 0);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, take, (void *)7L);
  take((void *)6L);
  pthread_join(other, 0);
  return 0;
}
