// A producer and a consumer with semaphores in shared memory and a buffer of one place.
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
  sem_t empty, full;
  int place;
};

int main(void) {
  struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s == MAP_FAILED) return 1;
  sem_init(&s->empty, 1, 1);
  sem_init(&s->full, 1, 0);
  if (fork() == 0) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
      sem_wait(&s->full);
      sum += s->place;
      sem_post(&s->empty);
    }
    _exit(sum);
  }
  for (int i = 1; i <= 2; i++) {
    sem_wait(&s->empty);
    s->place = i;
    sem_post(&s->full);
  }
  int status = 0;
  if (wait(&status) < 0) return 2;
  return WEXITSTATUS(status) != 3;
}
