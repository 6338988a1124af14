// Two threads wait on one condition for different things, so each change is told to both.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stage;

static void *wait_for(void *arg) {
  int wanted = (int)(long)arg;
  pthread_mutex_lock(&mutex);
  while (stage < wanted)
    pthread_cond_wait(&changed, &mutex);
  stage++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, wait_for, (void *)1L);
  pthread_create(&b, 0, wait_for, (void *)2L);
  pthread_mutex_lock(&mutex);
  stage = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(stage == 3);
  return 0;
}
