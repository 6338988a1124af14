// All who wait on a condition at a time use the same mutex.
#include <pthread.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready[2];

static void *wait(void *arg) {
  pthread_mutex_t *mine = &mutex[0];
  pthread_mutex_lock(mine);
  while (!ready[(long)arg])
    pthread_cond_wait(&condition, mine);
  pthread_mutex_unlock(mine);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, wait, (void *)0L);
  pthread_create(&b, 0, wait, (void *)1L);
  pthread_mutex_lock(&mutex[0]);
  pthread_mutex_lock(&mutex[1]);
  ready[0] = ready[1] = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex[1]);
  pthread_mutex_unlock(&mutex[0]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
