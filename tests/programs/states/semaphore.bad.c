// How often a semaphore is open is part of the state.
#include <fcntl.h>
#include <gmc.h>
#include <semaphore.h>

int main(void) {
  sem_open("/gate", O_CREAT, 0600, 1);
  if (gmc_choose(2)) sem_unlink("/gate");
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(sem_open("/gate", 0) != SEM_FAILED); //~ assertion
  return 0;
}
