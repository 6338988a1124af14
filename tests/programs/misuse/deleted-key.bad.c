// A key is used until it is deleted.
// Here a thread may come too late.
#include <pthread.h>

static pthread_key_t key;

static void *work(void *arg) {
  pthread_setspecific(key, &key); //~ thread-misuse
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_key_delete(key);
  pthread_join(thread, 0);
  return 0;
}
