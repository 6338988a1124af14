// A child does not lose what its parent has allocated: the parent frees it.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int serve(void) {
  char byte;
  int ends[2];
  if (pipe(ends)) return 1;
  return write(ends[1], "a", 1) != 1 || read(ends[0], &byte, 1) != 1;
}

int main(void) {
  int *table = malloc(40);
  if (!table) return 1;
  table[0] = 7;
  if (fork() == 0) _exit(serve());
  int status;
  if (wait(&status) < 0 || status != 0) return 2;
  int first = table[0];
  free(table);
  return first != 7;
}
