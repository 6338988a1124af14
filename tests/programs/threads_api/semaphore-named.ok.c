// Semaphores with names: the same one for whoever opens it, until it is closed and has lost its name.
//@ flags: -pthread
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char name[64];
  snprintf(name, sizeof name, "/gmc-test-%ld", (long)getpid());
  if (sem_open(name, 0) != SEM_FAILED || errno != ENOENT) return 1;
  sem_t *first = sem_open(name, O_CREAT, 0600, 2);
  if (first == SEM_FAILED) return 2;
  sem_t *second = sem_open(name, O_CREAT, 0600, 7);
  if (second != first) return 3;
  if (sem_open(name, O_CREAT | O_EXCL, 0600, 1) != SEM_FAILED || errno != EEXIST) return 4;
  sem_wait(first);
  int value;
  sem_getvalue(second, &value);
  if (value != 1) return 5;
  if (sem_unlink(name) != 0) return 6;
  if (sem_unlink(name) != -1 || errno != ENOENT) return 7;
  sem_t *other = sem_open(name, O_CREAT, 0600, 5);
  if (other == first) return 8;
  sem_wait(first);
  if (sem_trywait(first) != -1 || errno != EAGAIN) return 9;
  sem_close(first);
  sem_close(second);
  sem_close(other);
  return sem_unlink(name);
}
