// Two threads that take turns for ever, and count.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned long turn;
static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  for (;;) {
    while (turn % 2 != (unsigned long)arg)
      pthread_cond_wait(&changed, &mutex);
    turn++;
    pthread_cond_signal(&changed);
  }
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, (void *)1);
  work(0);
}
