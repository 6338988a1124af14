// Threads that call themselves for ever, each.
#include <pthread.h>
static long f(long n) { return f(n + 1) + 1; }
static void *work(void *arg) { return (void *)f((long)arg); }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
