// Two children write to one pipe, in any order.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  for (int i = 0; i < 2; i++)
    if (fork() == 0) {
      char byte = 'a' + i;
      _exit(write(ends[1], &byte, 1) != 1);
    }
  char bytes[2] = {0, 0};
  for (int i = 0; i < 2; i++)
    if (read(ends[0], &bytes[i], 1) != 1) return 2;
  while (wait(NULL) > 0) {
  }
  assert(bytes[0] + bytes[1] == 'a' + 'b');
  return 0;
}
