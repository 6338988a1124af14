// A child is waited for once.
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child == 0) _exit(3);
  int status;
  if (waitpid(child, &status, 0) != child) return 1;
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}
