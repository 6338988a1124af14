// A semaphore is cleared with the rest of its structure while another thread may post it.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static struct {
  sem_t semaphore;
  int count;
} state;

static void *post(void *arg) {
  sem_post(&state.semaphore); //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  sem_init(&state.semaphore, 0, 0);
  pthread_create(&other, 0, post, 0);
  memset(&state, 0, sizeof state); //~| data-race
  pthread_join(other, 0);
}
