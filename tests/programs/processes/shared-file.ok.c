// Memory that shares a file: what one process writes to memory another one reads from the file, and the other way
// round.
//@ native: no
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int file = open("/tmp/data", O_CREAT | O_RDWR, 0600);
  if (file < 0 || ftruncate(file, 100)) return 1;
  char *bytes = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) return 2;
  if (fork() == 0) {
    bytes[3] = 'x';
    _exit(pwrite(file, "y", 1, 70) != 1);
  }
  int status = 1;
  if (wait(&status) < 0 || status) return 3;
  char got = 0;
  if (pread(file, &got, 1, 3) != 1 || got != 'x') return 4;
  if (bytes[70] != 'y' || bytes[69] != 0) return 5;
  return munmap(bytes, 100) || close(file);
}
