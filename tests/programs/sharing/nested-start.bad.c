// A thread starts with a nested function, which counts in a variable of `main`.
// So does `main`.
#include <pthread.h>

int main(void) {
  int count = 0;
  void *add(void *arg) {
    count++; //~| data-race
    return 0;
  }
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  count++; //~| data-race
  pthread_join(a, 0);
  return count == 0;
}
