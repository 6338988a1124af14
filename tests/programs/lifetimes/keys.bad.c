// A value for each thread and key; when a thread ends, its destructor gets the value.
// Here the key has no destructor.
//@ violation: memory-leak
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *arg) {
  (void)arg;
  if (pthread_getspecific(key))
    return (void *)1L;
  int *mine = malloc(sizeof *mine);
  if (!mine)
    return (void *)2L;
  *mine = 5;
  pthread_setspecific(key, mine);
  int *again = pthread_getspecific(key);
  return again == mine && *again == 5 ? 0 : (void *)3L;
}

int main(void) {
  pthread_t a, b;
  void *one, *two;
  pthread_key_create(&key, 0);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, &one);
  pthread_join(b, &two);
  pthread_key_delete(key);
  assert(!one && !two);
  return 0;
}
