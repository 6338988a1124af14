// A reader waits for the end of a line that nobody writes: what has come by then is not all.
//@ violation: deadlock
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int ends[2];
static void *work(void *arg) {
  write(ends[1], "ab", 2);
  return arg;
}
int main(void) {
  char line[16];
  pthread_t thread;
  if (pipe(ends))
    return 1;
  FILE *in = fdopen(ends[0], "r");
  pthread_create(&thread, 0, work, 0);
  fgets(line, sizeof line, in);
  pthread_join(thread, 0);
  fclose(in);
  close(ends[1]);
  return 0;
}
