// Two readers are inside at the same time: neither could go on otherwise.
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t here, there;

static void *work(void *arg) {
  pthread_rwlock_rdlock(&lock);
  sem_post(&there);
  sem_wait(&here);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t other;
  sem_init(&here, 0, 0);
  sem_init(&there, 0, 0);
  pthread_create(&other, 0, work, 0);
  pthread_rwlock_rdlock(&lock);
  sem_post(&here);
  sem_wait(&there);
  pthread_rwlock_unlock(&lock);
  pthread_join(other, 0);
  return 0;
}
