// Two mutexes that everybody takes in the same order.
#include <pthread.h>

static pthread_mutex_t first, second;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_mutex_init(&first, NULL);
  pthread_mutex_init(&second, NULL);
  pthread_create(&other, NULL, work, NULL);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  pthread_join(other, NULL);
  pthread_mutex_destroy(&first);
  pthread_mutex_destroy(&second);
  return 0;
}
