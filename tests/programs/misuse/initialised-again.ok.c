// What is initialised is initialised again only after it was destroyed.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex;
static pthread_cond_t condition;
static pthread_rwlock_t lock;
static pthread_barrier_t barrier;
static sem_t semaphore;

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&mutex, 0);
    pthread_cond_init(&condition, 0);
    pthread_rwlock_init(&lock, 0);
    pthread_barrier_init(&barrier, 0, 1);
    sem_init(&semaphore, 0, 1);
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&condition);
    pthread_rwlock_rdlock(&lock);
    pthread_barrier_wait(&barrier);
    sem_wait(&semaphore);
    pthread_rwlock_unlock(&lock);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_destroy(&mutex);
    pthread_cond_destroy(&condition);
    pthread_rwlock_destroy(&lock);
    pthread_barrier_destroy(&barrier);
    sem_destroy(&semaphore);
  }
  return 0;
}
