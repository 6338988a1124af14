// Each process opens a semaphore of another name: they do not keep each other out.
//@ native: no
#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int work(const char *name) {
  int file = shm_open("/counter", O_RDWR, 0);
  if (file < 0) return 1;
  int *count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  sem_t *mutex = sem_open(name, O_CREAT, 0600, 1);
  if (count == MAP_FAILED || mutex == SEM_FAILED) return 2;
  sem_wait(mutex);
  int seen = *count; //~| data-race
  *count = seen + 1; //~| data-race
  sem_post(mutex);
  return sem_close(mutex) || munmap(count, 4096) ? 3 : 0;
}

int main(void) {
  int file = shm_open("/counter", O_CREAT | O_EXCL | O_RDWR, 0600);
  if (file < 0 || ftruncate(file, 4096)) return 1;
  if (fork() == 0) _exit(work("/mutex"));
  if (work("/other")) return 2;
  int status = 1, count = 0;
  if (wait(&status) < 0 || status) return 3;
  if (pread(file, &count, sizeof count, 0) != sizeof count || count != 2) return 4;
  return sem_unlink("/mutex") || shm_unlink("/counter");
}
