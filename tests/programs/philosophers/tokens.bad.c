// Two philosophers share dirty and clean forks in the style of Chandy and Misra: who asks gets a dirty fork.
// Here a fork that was just asked for is eaten with all the same.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int owner, dirty = 1;

static void *philosopher(void *arg) {
  int me = (int)(long)arg;
  for (int meal = 0; meal < 2; meal++) {
    pthread_mutex_lock(&mutex);
    if (owner != me) {
      if (dirty) {
        owner = me;
        dirty = 0;
      } else {
        pthread_cond_wait(&moved, &mutex);
      }
    }
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    assert(owner == me); //~ assertion
    dirty = 1;
    pthread_cond_signal(&moved);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, philosopher, (void *)1L);
  philosopher((void *)0L);
  pthread_join(other, 0);
  return 0;
}
