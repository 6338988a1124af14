// The parent expects to see what the child has written, but the child has a copy.
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
  assert(counter == 3); //~ assertion
  free(heap);
  return 0;
}
