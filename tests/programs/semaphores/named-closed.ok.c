// A semaphore with a name keeps its value while nobody has it open.
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
  sem_t *first = sem_open("/closed", O_CREAT, 0600, 1), *second = sem_open("/closed", 0);
  if (first == SEM_FAILED) return 0;
  assert(first == second);
  sem_post(first);
  sem_close(first);
  sem_post(second);
  sem_close(second);
  sem_t *third = sem_open("/closed", 0);
  int value;
  sem_getvalue(third, &value);
  assert(value == 3);
  sem_unlink("/closed");
  sem_wait(third);
  sem_close(third);
}
