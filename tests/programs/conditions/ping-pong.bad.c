// Two threads take turns, three times each.
// Here the last one to play does not tell the other.
//@ violation: deadlock
#include <assert.h>
#include <pthread.h>

#define ROUNDS 3

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn, strokes;

static void *play(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_mutex_lock(&mutex);
    while (turn != me)
      pthread_cond_wait(&turned, &mutex);
    strokes++;
    turn = 1 - me;
    if (round < ROUNDS - 1)
      pthread_cond_signal(&turned);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, play, (void *)1L);
  play((void *)0L);
  pthread_join(other, 0);
  assert(strokes == 2 * ROUNDS);
  return 0;
}
