// Peterson's filter: at each of two levels one of three threads is held back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3
#define LEVELS (THREADS - 1)

static atomic_int level[THREADS], victim[THREADS];
static int data;

static int someone_ahead(int me, int mine) {
  for (int i = 0; i < THREADS; i++)
    if (i != me && atomic_load(&level[i]) >= mine)
      return 1;
  return 0;
}

static void *work(void *arg) {
  int me = (int)(long)arg;
  for (int l = 1; l <= LEVELS; l++) {
    atomic_store(&level[me], l);
    atomic_store(&victim[l], me);
    while (atomic_load(&victim[l]) == me && someone_ahead(me, l))
      ;
  }
  data++;
  atomic_store(&level[me], 0);
  return 0;
}

int main(void) {
  pthread_t others[2];
  pthread_create(&others[0], 0, work, (void *)1L);
  pthread_create(&others[1], 0, work, (void *)2L);
  work((void *)0L);
  pthread_join(others[0], 0);
  pthread_join(others[1], 0);
  assert(data == 3);
  return 0;
}
