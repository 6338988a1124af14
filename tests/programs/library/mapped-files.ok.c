// sys/mman.h: files in memory, private and shared.
//@ check
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char text[10] = "";
  int file = open("/tmp/file", O_RDWR | O_CREAT, 0600);
  assert(write(file, "hello world", 11) == 11);
  char *shared = mmap(NULL, 11, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  char *private = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  assert(shared != MAP_FAILED && private != MAP_FAILED && memcmp(private, "hello world", 12) == 0);
  shared[0] = 'H';
  private[1] = 'E';
  assert(pread(file, text, 5, 0) == 5 && strcmp(text, "Hello") == 0);
  assert(pwrite(file, "W", 1, 6) == 1 && shared[6] == 'W');
  assert(msync(shared, 11, MS_SYNC) == 0 && close(file) == 0);
  shared[4] = '0';
  shared[20] = 'x'; // behind the end: nobody gets it
  assert(munmap(shared, 11) == 0 && munmap(private, 4096) == 0);
  file = open("/tmp/file", O_RDONLY);
  struct stat status;
  assert(fstat(file, &status) == 0 && status.st_size == 11);
  assert(read(file, text, 7) == 7 && memcmp(text, "Hell0 W", 7) == 0);
  assert(mmap(NULL, 1, PROT_WRITE, MAP_SHARED, file, 0) == MAP_FAILED && errno == EACCES);
  assert(mmap(NULL, 1, PROT_READ, MAP_PRIVATE, file, 100) == MAP_FAILED && errno == EINVAL);
  assert(mmap(NULL, 0, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED && errno == EINVAL);
  assert(mmap(NULL, 1, PROT_READ, MAP_PRIVATE, 77, 0) == MAP_FAILED && errno == EBADF);
  char *constant = mmap(NULL, 11, PROT_READ, MAP_PRIVATE, file, 0);
  assert(constant[4] == '0' && close(file) == 0 && munmap(constant, 11) == 0);

  int memory = shm_open("/shared", O_RDWR | O_CREAT, 0600);
  assert(memory >= 0 && ftruncate(memory, 8) == 0);
  int *numbers = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  numbers[1] = 7;
  int second = 0;
  assert(pread(memory, &second, 4, 4) == 4 && second == 7);
  assert(munmap(numbers, 8) == 0 && close(memory) == 0 && shm_unlink("/shared") == 0 && shm_unlink("/shared") == -1);
  return 0;
}
