// A key is used until it is deleted.
// Here also after that.
//@ flags: -pthread
#include <pthread.h>

int main(void) {
  pthread_key_t key;
  pthread_key_create(&key, 0);
  pthread_setspecific(key, &key);
  pthread_key_delete(key);
  void *value = pthread_getspecific(key); //~ thread-misuse: deleted
  return value != &key;
}
