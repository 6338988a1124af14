// A key is used until it is deleted.
//@ flags: -pthread
#include <pthread.h>

int main(void) {
  pthread_key_t key;
  pthread_key_create(&key, 0);
  pthread_setspecific(key, &key);
  void *value = pthread_getspecific(key);
  pthread_key_delete(key);
  return value != &key;
}
