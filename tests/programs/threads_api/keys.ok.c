// Keys: each thread has its own values, and functions that are called with them when it ends.
//@ flags: -pthread
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_key_t a, b, silent;

static void gone(void *value) { printf("gone %d\n", (int)(intptr_t)value); }

// Sets itself again, as often as that is looked at.
static void again(void *value) {
  int left = (int)(intptr_t)value;
  printf("again %d\n", left);
  pthread_setspecific(b, (void *)(intptr_t)(left - 1));
}

static void *work(void *arg) {
  if (pthread_getspecific(a) || pthread_getspecific(b)) return "not null";
  pthread_setspecific(a, arg);
  pthread_setspecific(b, (void *)9);
  pthread_setspecific(silent, arg);
  if (pthread_getspecific(a) != arg) return "lost";
  return 0;
}

int main(void) {
  pthread_t thread;
  void *value;
  if (pthread_key_create(&a, gone) || pthread_key_create(&b, again) || pthread_key_create(&silent, 0)) return 1;
  pthread_setspecific(a, (void *)1);
  pthread_create(&thread, 0, work, (void *)2);
  pthread_join(thread, &value);
  if (value) return 2;
  if (pthread_getspecific(a) != (void *)1) return 3;
  if (pthread_key_delete(a)) return 4;
  pthread_key_t keys[40];
  for (int i = 0; i < 40; i++) {
    if (pthread_key_create(&keys[i], 0)) return 5;
    if (pthread_getspecific(keys[i])) return 6;
    pthread_setspecific(keys[i], &keys[i]);
  }
  for (int i = 0; i < 40; i++) {
    if (pthread_getspecific(keys[i]) != &keys[i]) return 7;
  }
  return 0;
}
