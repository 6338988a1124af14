// A function hands its arguments on to `vsnprintf`, among them a string that threads share.
// Nobody changes it.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char text[4] = "ab";

static int say(char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(to, size, format, list);
  va_end(list);
  return length;
}

static void *worker(void *arg) {
  char seen[8];
  say(seen, sizeof seen, "%s %d", text, 1);
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
