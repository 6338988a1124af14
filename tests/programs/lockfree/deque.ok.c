// A work-stealing deque in the style of Chase and Lev: for the last item, the owner competes with the thief.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom;
static atomic_int items[4];
static atomic_int done[3];

static void push(int item) {
  int b = atomic_load(&bottom);
  atomic_store(&items[b], item);
  atomic_store(&bottom, b + 1);
}

static int take(void) {
  int b = atomic_load(&bottom) - 1;
  atomic_store(&bottom, b);
  int t = atomic_load(&top);
  if (t > b) {
    atomic_store(&bottom, b + 1);
    return 0;
  }
  int item = atomic_load(&items[b]);
  if (t < b)
    return item;
  if (!atomic_compare_exchange_strong(&top, &t, t + 1))
    item = 0;
  atomic_store(&bottom, b + 1);
  return item;
}

static int steal(void) {
  int t = atomic_load(&top);
  if (t >= atomic_load(&bottom))
    return 0;
  int item = atomic_load(&items[t]);
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : 0;
}

static void finish(int item) {
  if (item) {
    int times = atomic_fetch_add(&done[item], 1);
    assert(times == 0);
  }
}

static void *thief(void *arg) {
  finish(steal());
  finish(steal());
  return arg;
}

int main(void) {
  pthread_t other;
  push(1);
  pthread_create(&other, 0, thief, 0);
  push(2);
  finish(take());
  finish(take());
  pthread_join(other, 0);
  return 0;
}
