// More orders of steps than anybody can count.
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint a, b;
static void *work(void *arg) {
  for (int i = 0; i < 50; i++) {
    a = a * 3 + (unsigned)(long)arg;
    b ^= a + 1;
  }
  return arg;
}
int main(void) {
  pthread_t t[6];
  for (long i = 0; i < 6; i++)
    pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 6; i++)
    pthread_join(t[i], 0);
  return 0;
}
