// The destructor of a key frees what the thread allocated, also when main ends by pthread_exit.
//@ flags: -pthread
//@ stdout: "freed\nfreed\n"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;

static void release(void *value) {
  free(value);
  puts("freed");
}

static void *work(void *arg) {
  pthread_setspecific(key, malloc(8));
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, release);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  pthread_setspecific(key, malloc(8));
  pthread_exit(0);
}
