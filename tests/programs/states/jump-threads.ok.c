// A jump ends the life of a variable that another thread had a pointer to, and does not use any more.
#include <gmc.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>

static jmp_buf buffer;
static sem_t ready, done;
static int *pointer;

static void leave(void) {
  int local = 1;
  pointer = &local;
  sem_post(&ready);
  sem_wait(&done);
  longjmp(buffer, 1);
}

static void *thread(void *argument) {
  if (!setjmp(buffer)) leave();
  return argument;
}

int main(void) {
  pthread_t id;
  sem_init(&ready, 0, 0);
  sem_init(&done, 0, 0);
  pthread_create(&id, NULL, thread, NULL);
  sem_wait(&ready);
  gmc_assert(*pointer == 1);
  sem_post(&done);
  pthread_join(id, NULL);
  return 0;
}
