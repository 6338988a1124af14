// A nested function that a thread starts with reaches the variables of the call that it belongs to.
#include <gmc.h>
#include <pthread.h>

int main(void) {
  int local = 0;
  void *count(void *argument) {
    local++; //~| data-race
    return argument;
  }
  pthread_t id;
  pthread_create(&id, NULL, count, NULL);
  local++; //~| data-race
  pthread_join(id, NULL);
  return 0;
}
