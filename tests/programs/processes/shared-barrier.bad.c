// A barrier for three processes, of which only two come.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
  pthread_barrier_t barrier;
  int values[2];
};

int main(void) {
  struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s == MAP_FAILED) return 1;
  pthread_barrierattr_t attributes;
  pthread_barrierattr_init(&attributes);
  pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  if (pthread_barrier_init(&s->barrier, &attributes, 3)) return 2;
  int child = fork() == 0;
  s->values[child] = child + 1;
  int told = pthread_barrier_wait(&s->barrier); //~ deadlock: all 2 processes
  int sum = s->values[0] + s->values[1];
  if (child) _exit(sum == 3 ? told != 0 : 9);
  int status = 0;
  if (sum != 3 || wait(&status) < 0) return 3;
  return (told != 0) == WEXITSTATUS(status);
}
