// Two threads read one input, and one of them may get the byte that the other one waits for.
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
  assert(got[0] != 'a' || got[1] != 'b'); //~ assertion
  return 0;
}
