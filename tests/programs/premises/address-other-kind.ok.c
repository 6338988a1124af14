// Whether memory of the heap is used again for a mapping, nobody says, whichever order of events is met first.
//@ check: --addresses any
//@ unknown: where objects lie
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

static _Atomic uintptr_t place;

static void *make(void *arg) {
  void *block = malloc(4096);
  place = (uintptr_t)block;
  free(block);
  return arg;
}

static void *map(void *arg) {
  void *mapping = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert((uintptr_t)mapping != place);
  return arg;
}

int main(void) {
  pthread_t maker, mapper;
  pthread_create(&mapper, 0, map, 0);
  pthread_create(&maker, 0, make, 0);
  pthread_join(maker, 0);
  pthread_join(mapper, 0);
}
