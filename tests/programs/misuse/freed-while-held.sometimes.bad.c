// The memory of a mutex is freed when its holder has given it back.
// Here in one of two cases while a thread holds it.
#include <gmc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t *mutex;
static sem_t taken, go;
static int early;

static void *hold(void *arg) {
  pthread_mutex_lock(mutex);
  sem_post(&taken);
  sem_wait(&go);
  if (!early)
    pthread_mutex_unlock(mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  mutex = malloc(sizeof *mutex);
  if (!mutex)
    return 2;
  pthread_mutex_init(mutex, 0);
  sem_init(&taken, 0, 0);
  sem_init(&go, 0, 0);
  pthread_create(&thread, 0, hold, 0);
  sem_wait(&taken);
  early = gmc_choose(2);
  if (early)
    free(mutex); //~ lock-misuse
  sem_post(&go);
  pthread_join(thread, 0);
  if (!early)
    free(mutex);
  return 0;
}
