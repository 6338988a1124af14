// The file that the other program is to write to is closed when it begins.
#include <assert.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc > 1) return write(7, "x", 1) != 1;
  int ends[2], status;
  char *arguments[] = {argv[0], "worker", NULL};
  if (pipe(ends)) return 1;
  dup2(ends[1], 7);
  fcntl(7, F_SETFD, FD_CLOEXEC);
  pid_t child = vfork();
  if (child == 0) {
    execv("/proc/self/exe", arguments);
    _exit(2);
  }
  waitpid(child, &status, 0);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 0); //~ assertion
  return 0;
}
