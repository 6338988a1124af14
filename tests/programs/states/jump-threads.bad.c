// A jump ends the life of a variable that another thread has a pointer to: who uses it then uses what is not there.
#include <gmc.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>

static jmp_buf buffer;
static sem_t ready;
static int *pointer;

static void leave(void) {
  int local = 1;
  pointer = &local;
  sem_post(&ready);
  longjmp(buffer, 1);
}

static void *thread(void *argument) {
  if (!setjmp(buffer)) leave();
  return argument;
}

int main(void) {
  pthread_t id;
  sem_init(&ready, 0, 0);
  pthread_create(&id, NULL, thread, NULL);
  sem_wait(&ready);
  gmc_assert(*pointer == 1); //~| use-after-scope //~| data-race
  pthread_join(id, NULL);
  return 0;
}
