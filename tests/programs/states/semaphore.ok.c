// A name that is given up and given again is there.
#include <fcntl.h>
#include <gmc.h>
#include <semaphore.h>

int main(void) {
  sem_t *gate = sem_open("/gate", O_CREAT, 0600, 1);
  if (gmc_choose(2)) {
    sem_unlink("/gate");
    sem_close(gate);
    sem_open("/gate", O_CREAT, 0600, 1);
  }
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(sem_open("/gate", 0) != SEM_FAILED);
  return 0;
}
