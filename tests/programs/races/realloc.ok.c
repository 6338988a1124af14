// The table grows under the lock that its readers take.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *table;

static void *grow(void *arg) {
  pthread_mutex_lock(&mutex);
  int *bigger = realloc(table, 8 * sizeof *table);
  if (!bigger)
    abort();
  table = bigger;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  table = malloc(2 * sizeof *table);
  if (!table)
    return 2;
  table[0] = 3;
  pthread_create(&thread, 0, grow, 0);
  pthread_mutex_lock(&mutex);
  int seen = table[0];
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  free(table);
  assert(seen == 3);
  return 0;
}
