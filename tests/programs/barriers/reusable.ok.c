// A barrier made of a mutex and a condition, used twice: those who wait watch the number of the meeting.
#include <pthread.h>

#define THREADS 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_came = PTHREAD_COND_INITIALIZER;
static int came, meeting;

static void meet(void) {
  pthread_mutex_lock(&mutex);
  int mine = meeting;
  if (++came == THREADS) {
    came = 0;
    meeting++;
    pthread_cond_broadcast(&all_came);
  } else {
    while (meeting == mine)
      pthread_cond_wait(&all_came, &mutex);
  }
  pthread_mutex_unlock(&mutex);
}

static void *work(void *arg) {
  meet();
  meet();
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  work(0);
  pthread_join(other, 0);
  return 0;
}
