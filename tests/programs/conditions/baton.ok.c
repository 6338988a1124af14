// Three threads run in a fixed order, by a shared turn: whoever is next is among those woken up.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t passed = PTHREAD_COND_INITIALIZER;
static int next, ran;

static void *run(void *arg) {
  int me = (int)(long)arg;
  pthread_mutex_lock(&mutex);
  while (next != me)
    pthread_cond_wait(&passed, &mutex);
  assert(ran == me);
  ran++;
  next++;
  pthread_cond_broadcast(&passed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, (void *)2L);
  pthread_create(&b, 0, run, (void *)1L);
  run((void *)0L);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(ran == 3);
  return 0;
}
