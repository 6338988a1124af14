// Two hydrogen threads and an oxygen thread make a molecule: nobody leaves before all three have come.
// Here the oxygen thread lets only one hydrogen thread go.
//@ violation: deadlock
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t hydrogen_came, bonded;
static atomic_int atoms;

static void *hydrogen(void *arg) {
  atomic_fetch_add(&atoms, 1);
  sem_post(&hydrogen_came);
  sem_wait(&bonded);
  assert(atomic_load(&atoms) == 3);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&hydrogen_came, 0, 0);
  sem_init(&bonded, 0, 0);
  pthread_create(&a, 0, hydrogen, 0);
  pthread_create(&b, 0, hydrogen, 0);
  atomic_fetch_add(&atoms, 1);
  sem_wait(&hydrogen_came);
  sem_wait(&hydrogen_came);
  sem_post(&bonded);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
