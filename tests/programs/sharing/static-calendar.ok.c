// `gmtime` returns the same object each time and `gmtime_r` one of the caller.
#include <pthread.h>
#include <time.h>

static void *first(void *arg) {
  time_t early = 0;
  struct tm own;
  return gmtime_r(&early, &own)->tm_year == 70 ? 0 : arg;
}

static void *second(void *arg) {
  time_t late = 1000000000;
  struct tm own;
  gmtime_r(&late, &own);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
