// One of two equal threads waits for a signal that `main` gives before it joins any.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int came, go;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  if (came++ == 1)
    while (!go)
      pthread_cond_wait(&told, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_mutex_lock(&mutex);
  go = 1;
  pthread_cond_signal(&told);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
