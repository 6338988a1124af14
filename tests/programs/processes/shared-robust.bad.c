// A process dies while it holds a mutex that is not robust: nobody ever gets it again.
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
  pthread_mutex_t lock;
  int half_done;
};

int main(void) {
  struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s == MAP_FAILED) return 1;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);

  pthread_mutex_init(&s->lock, &attributes);
  if (fork() == 0) {
    pthread_mutex_lock(&s->lock);
    s->half_done = 1;
    _exit(0);
  }
  if (wait(NULL) < 0) return 2;
  pthread_mutex_lock(&s->lock); //~ deadlock
  //@ note: which process 2 held when it ended
  pthread_mutex_unlock(&s->lock);
  return 0;
}
