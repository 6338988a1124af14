// The child returns from `main` at once: all the same, the parent may come first.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child == 0) return 0;
  assert(waitpid(child, NULL, WNOHANG) == child); //~ assertion
  return 0;
}
