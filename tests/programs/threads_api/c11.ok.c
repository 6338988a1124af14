// C11 threads: what each function returns.
//@ flags: -pthread
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive, timed;
static cnd_t condition;
static tss_t key;
static int ready, destroyed;
static thread_local int own = 5;

static void destroy(void *value) { destroyed += *(int *)value; }

static int work(void *arg) {
  struct timespec past = {1, 0};
  if (own != 5) return 1;
  own = 6;
  if (mtx_trylock(&plain) != thrd_busy) return 2;
  if (mtx_timedlock(&timed, &past) != thrd_timedout) return 3;
  if (mtx_trylock(&recursive) != thrd_busy) return 4;
  if (tss_get(key)) return 5;
  if (tss_set(key, arg) != thrd_success || tss_get(key) != arg) return 6;
  thrd_yield();
  return -7;
}

static int waits(void *arg) {
  mtx_lock(&plain);
  while (!ready) cnd_wait(&condition, &plain);
  mtx_unlock(&plain);
  thrd_exit(arg ? 8 : 9);
}

int main(void) {
  struct timespec moment = {0, 1000}, past = {1, 0};
  thrd_t thread;
  int result, value = 3;
  if (mtx_init(&plain, mtx_plain) || mtx_init(&recursive, mtx_plain | mtx_recursive)) return 1;
  if (mtx_init(&timed, mtx_timed) || cnd_init(&condition) || tss_create(&key, destroy)) return 2;
  mtx_lock(&plain);
  mtx_lock(&timed);
  mtx_lock(&recursive);
  if (mtx_lock(&recursive) != thrd_success || mtx_trylock(&recursive) != thrd_success) return 3;
  if (thrd_create(&thread, work, &value) != thrd_success) return 4;
  if (thrd_join(thread, &result) != thrd_success || result != -7) return 5;
  if (destroyed != 3 || own != 5) return 6;
  for (int i = 0; i < 3; i++) mtx_unlock(&recursive);
  mtx_unlock(&timed);
  if (cnd_timedwait(&condition, &plain, &past) != thrd_timedout) return 7;
  mtx_unlock(&plain);
  thrd_create(&thread, waits, &value);
  if (thrd_sleep(&moment, 0) != 0) return 8;
  mtx_lock(&plain);
  ready = 1;
  if (cnd_signal(&condition) != thrd_success || cnd_broadcast(&condition) != thrd_success) return 9;
  mtx_unlock(&plain);
  thrd_join(thread, &result);
  if (result != 8) return 10;
  if (!thrd_equal(thrd_current(), thrd_current())) return 11;
  mtx_destroy(&plain);
  mtx_destroy(&recursive);
  mtx_destroy(&timed);
  cnd_destroy(&condition);
  tss_delete(key);
  return 0;
}
