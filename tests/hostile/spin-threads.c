// Three threads that wait for what nobody does.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, turns;
static void *work(void *arg) {
  while (!flag)
    turns++;
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return 0;
}
