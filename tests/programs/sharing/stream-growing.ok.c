// `open_memstream` shows what was written in variables of who opened it, whoever writes.
// They are read when the other thread has ended.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *stream;

static void *writer(void *arg) {
  fputs("abc", stream);
  fflush(stream);
  return 0;
}

int main(void) {
  char *text;
  size_t size, seen;
  pthread_t a;
  stream = open_memstream(&text, &size);
  if (!stream)
    return 1;
  pthread_create(&a, 0, writer, 0);
  pthread_join(a, 0);
  seen = size;
  fclose(stream);
  free(text);
  return seen == 9;
}
