// sys/mman.h, malloc.h: what is said of memory changes nothing in it.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

int main(void) {
  size_t size = 8192;
  char *memory = mmap64(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 1;
  strcpy(memory, "stays");
  SHOW(mlock(memory, 4096));
  SHOW(munlock(memory, 4096));
  SHOW(mlockall(MCL_CURRENT) == 0 || errno == ENOMEM || errno == EPERM);
  SHOW(munlockall());
  SHOW(madvise(memory, size, MADV_WILLNEED));
  SHOW(posix_madvise(memory, size, POSIX_MADV_SEQUENTIAL));
  SHOW(madvise(memory, size, 9999));
  SHOW(errno == EINVAL);
  SHOW(posix_madvise(memory, size, 9999) == EINVAL);
  SHOW(mprotect(memory, size, PROT_READ));
  puts(memory);
  SHOW(mprotect(memory, size, PROT_READ | PROT_WRITE));
  memory[0] = 'S';
  puts(memory);
  SHOW(munmap(memory, size));

  char *aligned = memalign(64, 100);
  SHOW((uintptr_t)aligned % 64);
  SHOW(malloc_usable_size(aligned) >= 100);
  SHOW(malloc_usable_size(NULL));
  memset(aligned, 1, 100);
  free(aligned);
  return 0;
}
