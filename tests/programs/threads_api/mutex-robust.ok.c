// Robust mutexes: who comes after a thread that has ended learns so, and says when all is well again.
//@ flags: -pthread
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t first, second;

static void *ends(void *arg) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  int robust;
  pthread_t thread;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_getrobust(&attributes, &robust);
  if (robust != PTHREAD_MUTEX_ROBUST) return 1;
  pthread_mutex_init(&first, &attributes);
  pthread_mutex_init(&second, &attributes);
  pthread_create(&thread, 0, ends, 0);
  pthread_join(thread, 0);
  if (pthread_mutex_lock(&first) != EOWNERDEAD) return 2;
  if (pthread_mutex_consistent(&first) != 0) return 3;
  if (pthread_mutex_consistent(&first) != EINVAL) return 4;
  if (pthread_mutex_unlock(&first) != 0) return 5;
  if (pthread_mutex_lock(&first) != 0) return 6;
  pthread_mutex_unlock(&first);
  if (pthread_mutex_unlock(&first) != EPERM) return 7;
  if (pthread_mutex_trylock(&second) != EOWNERDEAD) return 8;
  if (pthread_mutex_unlock(&second) != 0) return 9;
  if (pthread_mutex_lock(&second) != ENOTRECOVERABLE) return 10;
  pthread_mutex_destroy(&first);
  pthread_mutex_destroy(&second);
  return 0;
}
