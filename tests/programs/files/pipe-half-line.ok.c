// A reader waits for the end of a line, which comes in two parts.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static int ends[2];
static void *work(void *arg) {
  write(ends[1], "ab", 2);
  write(ends[1], "c\n", 2);
  return arg;
}
int main(void) {
  char line[16];
  pthread_t thread;
  if (pipe(ends))
    return 1;
  FILE *in = fdopen(ends[0], "r");
  pthread_create(&thread, 0, work, 0);
  assert(fgets(line, sizeof line, in) && strcmp(line, "abc\n") == 0);
  pthread_join(thread, 0);
  fclose(in);
  close(ends[1]);
  return 0;
}
