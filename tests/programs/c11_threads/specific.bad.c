// C11 thread-specific storage, with a destructor.
// Here without.
//@ violation: memory-leak
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

static tss_t key;

static int work(void *arg) {
  int *mine = malloc(sizeof *mine);
  (void)arg;
  assert(tss_get(key) == 0);
  assert(tss_set(key, mine) == thrd_success);
  assert(tss_get(key) == mine);
  return 0;
}

int main(void) {
  thrd_t a, b;
  assert(tss_create(&key, 0) == thrd_success);
  thrd_create(&a, work, 0);
  thrd_create(&b, work, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  tss_delete(key);
  return 0;
}
