// Two threads read one input: each byte goes to one of them.
//@ native: no
//@ check: --stdin-any 2
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int got[2];

static void *reader(void *which) {
  got[(long)which] = getchar();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, (void *)0);
  pthread_create(&b, NULL, reader, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(got[0] >= EOF && got[0] < 256 && got[1] >= EOF && got[1] < 256);
  return 0;
}
