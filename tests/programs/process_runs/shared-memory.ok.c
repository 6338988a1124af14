// Memory that processes share, with a mutex, a condition variable and a semaphore in it.
//@ stdout: "sum 30\n"
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 3, ROUNDS = 10 };

struct shared {
  pthread_mutex_t lock;
  pthread_cond_t all;
  sem_t ready;
  int sum, ended;
};

int main(void) {
  struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s == MAP_FAILED) return 1;
  pthread_mutexattr_t of_lock;
  pthread_mutexattr_init(&of_lock);
  pthread_mutexattr_setpshared(&of_lock, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&s->lock, &of_lock);
  pthread_condattr_t of_all;
  pthread_condattr_init(&of_all);
  pthread_condattr_setpshared(&of_all, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&s->all, &of_all);
  sem_init(&s->ready, 1, 0);
  for (int i = 0; i < CHILDREN; i++)
    if (fork() == 0) {
      sem_wait(&s->ready);
      for (int j = 0; j < ROUNDS; j++) {
        pthread_mutex_lock(&s->lock);
        s->sum++;
        pthread_mutex_unlock(&s->lock);
      }
      pthread_mutex_lock(&s->lock);
      s->ended++;
      pthread_cond_signal(&s->all);
      pthread_mutex_unlock(&s->lock);
      _exit(0);
    }
  for (int i = 0; i < CHILDREN; i++) sem_post(&s->ready);
  pthread_mutex_lock(&s->lock);
  while (s->ended < CHILDREN) pthread_cond_wait(&s->all, &s->lock);
  printf("sum %d\n", s->sum);
  pthread_mutex_unlock(&s->lock);
  while (wait(NULL) > 0) {
  }
  return 0;
}
