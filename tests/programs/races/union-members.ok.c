// Two threads use different unions.
#include <assert.h>
#include <pthread.h>

union both {
  int number;
  char text[4];
};

static union both values[2];

static void *work(void *arg) {
  values[1].text[2] = 'x';
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  values[0].number = 1;
  pthread_join(thread, 0);
  assert(values[1].text[2] == 'x' && values[0].number == 1);
  return 0;
}
