// The child returns from `main` at once; the parent waits for it.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child == 0) return 0;
  assert(waitpid(child, NULL, 0) == child);
  return 0;
}
