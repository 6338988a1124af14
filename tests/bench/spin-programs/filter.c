// Peterson's lock for several threads, taken for ever: at each level the last one to come waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uchar level[N], turn[N], inside;

static void *user(void *arg) {
  int i = (int)(long)arg;
  for (;;) {
    for (int k = 1; k < N; k++) {
      level[i] = k;
      turn[k] = i;
      for (int j = 0; j < N && turn[k] == i; j++)
        if (j != i && level[j] >= k)
          j = -1;
    }
    int before = inside++;
    assert(before == 0);
    inside--;
    level[i] = 0;
  }
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, user, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
}
