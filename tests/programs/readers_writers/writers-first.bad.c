// A monitor in which readers wait for writers that wait: the last one out tells everybody.
// Here it tells one, who may have to go on waiting.
//@ violation: deadlock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writing, writers_waiting;
static int data;

static void *read_it(void *arg) {
  pthread_mutex_lock(&mutex);
  while (writing || writers_waiting)
    pthread_cond_wait(&changed, &mutex);
  readers++;
  pthread_mutex_unlock(&mutex);
  int seen = data;
  pthread_mutex_lock(&mutex);
  if (--readers == 0)
    pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return seen ? arg : 0;
}

static void *write_it(void *arg) {
  pthread_mutex_lock(&mutex);
  writers_waiting++;
  while (writing || readers)
    pthread_cond_wait(&changed, &mutex);
  writers_waiting--;
  writing = 1;
  pthread_mutex_unlock(&mutex);
  data++;
  pthread_mutex_lock(&mutex);
  writing = 0;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, write_it, 0);
  pthread_create(&b, 0, read_it, 0);
  read_it(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(data == 1);
  return 0;
}
