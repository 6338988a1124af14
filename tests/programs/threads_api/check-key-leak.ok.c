// What a thread has allocated for itself its key frees.
//@ check
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *arg) {
  pthread_setspecific(key, malloc(16));
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, free);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_key_delete(key);
  return 0;
}
