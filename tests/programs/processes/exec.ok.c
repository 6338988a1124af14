// A program executes itself as another one, which finds what POSIX says: open files but those to be closed, signals
// that were ignored, arguments and environment.
#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void handle(int signal) { (void)signal; }

static int worker(char **argv) {
  struct sigaction old;
  assert(strcmp(argv[1], "one") == 0 && argv[2] == NULL);
  assert(strcmp(getenv("WORD"), "given") == 0 && getenv("HOME") == NULL);
  sigaction(SIGUSR1, NULL, &old);
  assert(old.sa_handler == SIG_IGN);
  sigaction(SIGUSR2, NULL, &old);
  assert(old.sa_handler == SIG_DFL);
  assert(write(7, "x", 1) == -1);
  assert(write(8, "x", 1) == 1);
  return 5;
}

int main(int argc, char **argv) {
  if (argc > 1) return worker(argv);
  int ends[2], status;
  char *arguments[] = {"worker", "one", NULL}, *environment[] = {"WORD=given", NULL}, got;
  if (pipe(ends)) return 1;
  dup2(ends[1], 7);
  dup2(ends[1], 8);
  fcntl(7, F_SETFD, FD_CLOEXEC);
  signal(SIGUSR1, SIG_IGN);
  signal(SIGUSR2, handle);
  pid_t child = fork();
  if (child == 0) {
    execve("/proc/self/exe", arguments, environment);
    _exit(1);
  }
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 5);
  assert(read(ends[0], &got, 1) == 1 && got == 'x');
  return 0;
}
