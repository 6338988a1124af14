// A comparison jumps out of the function that sorts: who catches it has what it had.
#include <gmc.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf *buffer;

static int compare(const void *left, const void *right) {
  for (int i = 0; i < 3; i++) gmc_choose(2);
  longjmp(*buffer, left != right);
}

static int sorted(int number) {
  int numbers[] = {3, 2, 1};
  if (setjmp(*buffer)) return number;
  qsort(numbers, 3, sizeof *numbers, compare);
  return -1;
}

int main(void) {
  buffer = malloc(sizeof *buffer);
  int result = sorted(gmc_choose(2));
  free(buffer);
  gmc_assert(result == 0); //~ assertion
  return 0;
}
