// Attributes of a condition variable are asked for that were never made.
#include <pthread.h>

int main(void) {
  pthread_condattr_t attributes;
  int shared;
  if (pthread_condattr_getpshared(&attributes, &shared) != 0) return 1; //~ lock-misuse: never initialised
  return 0;
}
