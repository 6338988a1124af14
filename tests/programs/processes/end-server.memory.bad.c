// A server that has served a client has what it had before: but for memory in a list.
//@ native: no
#include <gmc.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char *cache, *older;

static void serve(void) {
  int ends[2];
  char *buffer = malloc(16);
  if (!buffer) return;
  older = cache;
  cache = malloc(8);
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
    if (fork() == 0) {
      write(ends[1], "x", 1);
      _exit(0);
    }
    read(ends[0], buffer, 1);
    wait(NULL);
    close(ends[0]);
    close(ends[1]);
  }
  free(buffer);
}

int main(void) {
  gmc_start();
  serve();
  gmc_end(GMC_HEAP);
  gmc_start();
  serve();
  gmc_end(0); //~ resource-leak: a block of heap memory (8 bytes, allocated at
  free(cache);
  free(older);
  return 0;
}
