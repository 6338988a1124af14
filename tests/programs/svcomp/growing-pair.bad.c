// Two threads feed each other's numbers: how large they can grow is known.
// Here it is taken to be less.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

#define ROUNDS 3

static atomic_int a = 1, b = 1;

static void *feed_a(void *arg) {
  for (int i = 0; i < ROUNDS; i++)
    a = a + b;
  return arg;
}

static void *feed_b(void *arg) {
  for (int i = 0; i < ROUNDS; i++)
    b = b + a;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, feed_a, 0);
  pthread_create(&two, 0, feed_b, 0);
  if (a > 20 || b > 20)
    reach_error(); //~ assertion
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
