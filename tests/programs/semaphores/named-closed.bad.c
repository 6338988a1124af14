// A semaphore is used after it was closed as often as it was opened.
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
  sem_t *semaphore = sem_open("/closed", O_CREAT, 0600, 1);
  if (semaphore == SEM_FAILED) return 0;
  sem_close(semaphore);
  sem_wait(semaphore); //~ use-after-scope
  sem_unlink("/closed");
}
