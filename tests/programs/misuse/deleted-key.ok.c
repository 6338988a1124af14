// A key is used until it is deleted.
#include <pthread.h>

static pthread_key_t key;

static void *work(void *arg) {
  pthread_setspecific(key, &key);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  pthread_key_delete(key);
  return 0;
}
