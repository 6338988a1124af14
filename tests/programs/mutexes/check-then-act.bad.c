// Money is taken out only if it is there, and looking and taking are one critical section.
// Here they are two, and both threads may have looked before either takes.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void *take(void *arg) {
  int amount = (int)(long)arg;
  pthread_mutex_lock(&mutex);
  int enough = balance >= amount;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  if (enough)
    balance -= amount;
  assert(balance >= 0); //~ assertion
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
