// The signal may come after the mutex was given back, as long as the predicate was changed under it.
// Here the object with the condition may be gone by then.
#include <pthread.h>
#include <stdlib.h>

struct event {
  pthread_mutex_t mutex;
  pthread_cond_t happened;
  int done;
};

static void *finish(void *arg) {
  struct event *event = arg;
  pthread_mutex_lock(&event->mutex);
  event->done = 1;
  pthread_mutex_unlock(&event->mutex);
  pthread_cond_signal(&event->happened); //~| use-after-free //~| lock-misuse //~| data-race
  return 0;
}

int main(void) {
  pthread_t finisher;
  struct event *event = malloc(sizeof *event);
  if (!event)
    return 2;
  pthread_mutex_init(&event->mutex, 0);
  pthread_cond_init(&event->happened, 0);
  event->done = 0;
  pthread_create(&finisher, 0, finish, event);
  pthread_mutex_lock(&event->mutex);
  while (!event->done)
    pthread_cond_wait(&event->happened, &event->mutex);
  pthread_mutex_unlock(&event->mutex);
  pthread_cond_destroy(&event->happened); //~| data-race
  pthread_mutex_destroy(&event->mutex); //~| data-race
  free(event); //~| data-race
  pthread_join(finisher, 0);
  return 0;
}
