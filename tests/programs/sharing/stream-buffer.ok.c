// Another thread writes to a stream in an array of `main`.
// The array is read when the thread has ended.
#include <pthread.h>
#include <stdio.h>

static FILE *stream;

static void *writer(void *arg) {
  fputs("a", stream);
  fflush(stream);
  return 0;
}

int main(void) {
  char bytes[8] = "", seen;
  pthread_t a;
  stream = fmemopen(bytes, sizeof bytes, "w");
  if (!stream)
    return 1;
  pthread_create(&a, 0, writer, 0);
  pthread_join(a, 0);
  seen = bytes[0];
  fclose(stream);
  return seen == 'b';
}
