// Counters that no branch reads are found and ignored; the number of the round, which a branch reads, is not.
//@ check: --slice auto
//@ unknown: statistics.sent@
#include <gmc.h>
#include <pthread.h>
#include <stdio.h>

static struct {
  unsigned long sent;
  unsigned long bytes;
} statistics;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn;

static void *player(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < 6; round++) {
    pthread_mutex_lock(&lock);
    if (turn == me) {
      statistics.sent++;
      statistics.bytes += (unsigned)round;
      turn = !me;
    }
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, player, (void *)0);
  pthread_create(&two, 0, player, (void *)1);
  pthread_join(one, 0);
  pthread_join(two, 0);
  printf("%lu sent, %lu bytes\n", statistics.sent, statistics.bytes);
  return 0;
}
