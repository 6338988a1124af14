// A message goes through a pipe from thread to thread as it is.
//@ native: no
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

static int ends[2];

static void *writer(void *unused) {
  int message = __VERIFIER_nondet_int();
  if (message < 10)
    message = 10;
  write(ends[1], &message, sizeof message);
  return unused;
}

int main(void) {
  pthread_t thread;
  pipe(ends);
  pthread_create(&thread, NULL, writer, NULL);
  int message;
  read(ends[0], &message, sizeof message);
  assert(message >= 10);
  pthread_join(thread, NULL);
  return 0;
}
