// Limits that programs ask for: the size of a handler's stack (SIGSTKSZ, in newer glibc), a cache line, a name.
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  long size = sysconf(_SC_SIGSTKSZ);
  assert(size >= sysconf(_SC_MINSIGSTKSZ) && size <= 1 << 20);
  char *stack = malloc(SIGSTKSZ);
  assert(stack);
  free(stack);
  assert(sysconf(_SC_HOST_NAME_MAX) == 64 && sysconf(_SC_VERSION) == 200809);
  assert(sysconf(_SC_THREAD_KEYS_MAX) == PTHREAD_KEYS_MAX && sysconf(-1) == -1);
}
