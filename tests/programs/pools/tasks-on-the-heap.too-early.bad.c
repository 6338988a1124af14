// Tasks come from the heap; the worker that ran one frees it.
// Here whoever submitted it frees it, perhaps before it was run.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct task {
  struct task *next;
  int number;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct task *first;
static int closed, sum;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  for (;;) {
    while (!first && !closed)
      pthread_cond_wait(&changed, &mutex);
    struct task *task = first;
    if (!task)
      break;
    first = task->next; //~| use-after-free //~| data-race
    sum += task->number; //~| use-after-free //~| data-race
  }
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void submit(int number) {
  struct task *task = malloc(sizeof *task);
  if (!task)
    abort();
  task->number = number;
  pthread_mutex_lock(&mutex);
  task->next = first;
  first = task;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  free(task); //~| data-race
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  submit(1);
  pthread_mutex_lock(&mutex);
  closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  assert(sum <= 3);
  return 0;
}
