// Three threads, three mutexes, and each thread needs two neighbours: all go from the lower to the higher.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int data[3];

static void both(int a, int b) {
  pthread_mutex_lock(&mutex[a]);
  pthread_mutex_lock(&mutex[b]);
  data[a]++;
  data[b]--;
  pthread_mutex_unlock(&mutex[b]);
  pthread_mutex_unlock(&mutex[a]);
}

static void *one(void *arg) {
  both(0, 1);
  return arg;
}

static void *two(void *arg) {
  both(1, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  both(0, 2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(data[0] + data[1] + data[2] == 0);
  return 0;
}
