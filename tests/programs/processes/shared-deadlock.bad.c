// Two processes take two locks in shared memory in opposite orders.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pthread_mutex_t *lock = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (lock == MAP_FAILED) return 1;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  for (int i = 0; i < 2; i++) pthread_mutex_init(&lock[i], &attributes);
  int child = fork() == 0;
  int first = child;
  pthread_mutex_lock(&lock[first]);
  pthread_mutex_lock(&lock[!first]); //~ deadlock: processes wait for ever
  pthread_mutex_unlock(&lock[0]);
  pthread_mutex_unlock(&lock[1]);
  if (child) _exit(0);
  return wait(NULL) < 0;
}
