// A function hands its arguments on to `vsnprintf`, among them a string that threads share.
// Another thread changes it at the same time.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char text[4] = "ab";

static int say(char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(to, size, format, list); //~| data-race
  va_end(list);
  return length;
}

static void *worker(void *arg) {
  text[0] = 'c'; //~| data-race
  return 0;
}

int main(void) {
  char seen[8];
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  int length = say(seen, sizeof seen, "%d %s", 1, text);
  pthread_join(a, 0);
  return length != 4;
}
