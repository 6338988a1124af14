// The parent goes on as soon as the child executes another program, not when that has ended.
#include <assert.h>
#include <unistd.h>
#include <sys/wait.h>

int main(int argc, char **argv) {
  if (argc > 1) return 0;
  char *arguments[] = {argv[0], "worker", NULL};
  pid_t child = vfork();
  if (child == 0) {
    execv("/proc/self/exe", arguments);
    _exit(2);
  }
  assert(waitpid(child, NULL, WNOHANG) == child); //~ assertion
  return 0;
}
