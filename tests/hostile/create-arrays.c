// Threads for ever, each with a large array.
#include <pthread.h>
#include <string.h>
static void *work(void *p) {
  char array[4 << 20];
  memset(array, 1, sizeof array);
  for (;;)
    if (array[5] == 2) return p;
}
int main(void) {
  for (;;) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
  }
}
