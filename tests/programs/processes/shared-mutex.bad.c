// A mutex in shared memory is unlocked by a process that does not hold it.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
  pthread_mutex_t lock;
  int count;
};

int main(void) {
  struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED)) return 2;
  if (pthread_mutex_init(&shared->lock, &attributes)) return 3;
  pthread_mutex_lock(&shared->lock);
  for (int i = 0; i < 2; i++)
    if (fork() == 0) {
      pthread_mutex_unlock(&shared->lock); //~ lock-misuse: does not hold it: process 1 does
      _exit(0);
    }
  while (wait(NULL) > 0) {
  }
  return 0;
}
