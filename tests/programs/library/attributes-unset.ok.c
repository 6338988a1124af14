// Attributes of a condition variable are made before they are asked for.
#include <pthread.h>

int main(void) {
  pthread_condattr_t attributes;
  int shared;
  if (pthread_condattr_init(&attributes) != 0 || pthread_condattr_getpshared(&attributes, &shared) != 0) return 1;
  return 0;
}
