// Parent and child have memory of their own after `fork`, and what was there before is in both.
#include <assert.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int counter = 1;

int main(void) {
  int *heap = malloc(sizeof *heap);
  if (!heap) return 1;
  *heap = 5;
  pid_t child = fork();
  counter++;
  *heap += child == 0 ? 10 : 20;
  if (child == 0) {
    assert(counter == 2 && *heap == 15);
    free(heap);
    exit(counter);
  }
  int status;
  if (wait(&status) != child) return 2;
  assert(counter == 2 && *heap == 25 && WEXITSTATUS(status) == 2);
  free(heap);
  return 0;
}
