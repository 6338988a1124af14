// The child waits without looking whether the parent has signalled already.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
  pthread_mutex_t lock;
  pthread_cond_t full;
  int value;
};

int main(void) {
  struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s == MAP_FAILED) return 1;
  pthread_mutexattr_t of_lock;
  pthread_mutexattr_init(&of_lock);
  pthread_mutexattr_setpshared(&of_lock, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&s->lock, &of_lock);
  pthread_condattr_t of_full;
  pthread_condattr_init(&of_full);
  pthread_condattr_setpshared(&of_full, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&s->full, &of_full);
  if (fork() == 0) {
    pthread_mutex_lock(&s->lock);
    pthread_cond_wait(&s->full, &s->lock); //~| deadlock
    int value = s->value;
    pthread_mutex_unlock(&s->lock);
    _exit(value);
  }
  pthread_mutex_lock(&s->lock);
  s->value = 7;
  pthread_cond_signal(&s->full);
  pthread_mutex_unlock(&s->lock);
  int status = 0;
  if (wait(&status) < 0) return 2; //~| deadlock
  return WEXITSTATUS(status) != 7;
}
