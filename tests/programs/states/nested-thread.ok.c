// A nested function that a thread starts with reaches the variables of the call that it belongs to.
#include <gmc.h>
#include <pthread.h>

int main(void) {
  int local = 0;
  void *count(void *argument) {
    local++;
    return argument;
  }
  pthread_t id;
  pthread_create(&id, NULL, count, NULL);
  pthread_join(id, NULL);
  gmc_assert(local == 1);
  return 0;
}
