// A thread starts with a nested function, which counts in a variable of `main`.
// `main` does so, too, when it has ended.
#include <pthread.h>

int main(void) {
  int count = 0;
  void *add(void *arg) {
    count++;
    return 0;
  }
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  pthread_join(a, 0);
  count++;
  return count == 0;
}
