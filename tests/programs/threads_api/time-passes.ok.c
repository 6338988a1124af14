// Who sleeps lets others run, and goes on when its time has come; who waits for a while is woken before if it can be.
//@ flags: -pthread
//@ stdout: "one\ntwo\nthree\nwoken\n"
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static atomic_int spinning;

static void *late(void *arg) {
  usleep(60000);
  puts("three");
  return arg;
}

static void *early(void *arg) {
  struct timespec time = {0, 30000000};
  nanosleep(&time, 0);
  puts("two");
  return arg;
}

static void *wakes(void *arg) {
  usleep(20000);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  while (!atomic_load(&spinning))
    ;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  struct timespec until;
  pthread_create(&a, 0, late, 0);
  pthread_create(&b, 0, early, 0);
  puts("one");
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_create(&c, 0, wakes, 0);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 30;
  pthread_mutex_lock(&mutex);
  int status = 0;
  while (!ready && status == 0) status = pthread_cond_timedwait(&changed, &mutex, &until);
  pthread_mutex_unlock(&mutex);
  if (status) return 1;
  puts("woken");
  atomic_store(&spinning, 1);
  pthread_join(c, 0);
  return 0;
}
