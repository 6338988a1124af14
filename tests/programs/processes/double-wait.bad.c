// A child is waited for twice: the second time there is none, and the status was never set.
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child == 0) _exit(3);
  int status;
  waitpid(child, NULL, 0);
  waitpid(child, &status, 0);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 3); //~ uninitialized-read
}
