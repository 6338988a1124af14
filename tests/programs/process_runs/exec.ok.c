// The whole family of `exec`: each executes this program again, with other arguments and another environment.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SELF "/proc/self/exe"

static void execute(int way) {
  char *argv[] = {"self", "told", "two", NULL}, *envp[] = {"WORD=given", NULL};
  switch (way) {
  case 0: execl(SELF, "self", "told", "two", NULL); break;
  case 1: execlp(SELF, "self", "told", "two", NULL); break;
  case 2: execle(SELF, "self", "told", "two", NULL, envp); break;
  case 3: execv(SELF, argv); break;
  case 4: execvp(SELF, argv); break;
  case 5: execvpe(SELF, argv, envp); break;
  case 6: execve(SELF, argv, envp); break;
  case 7: execl("/no/such/file", "self", NULL); break;
  case 8: execlp("no-such-program", "self", NULL); break;
  case 9: execv("/tmp", argv); break;
  }
  printf("%s\n", strerror(errno));
  fflush(stdout);
  _exit(1);
}

int main(int argc, char **argv) {
  if (argc > 1) {
    char *word = getenv("WORD");
    printf("%d %s %s %s\n", argc, argv[0], argv[2], word ? word : "-");
    return argc;
  }
  unsetenv("WORD");
  for (int way = 0; way < 10; way++) {
    if (way == 4) setenv("WORD", "set", 1);
    pid_t child = fork();
    if (child == 0) execute(way);
    int status;
    waitpid(child, &status, 0);
    printf("%d: %d\n", way, WEXITSTATUS(status));
    fflush(stdout);
  }
  // The process stays the same.
  pid_t before = fork();
  if (before == 0) {
    char number[20];
    sprintf(number, "%d", getpid() == getppid());
    execl(SELF, "last", "told", number, NULL);
  }
  int status;
  printf("%d\n", waitpid(before, &status, 0) == before && status == 3 << 8);
  return 0;
}
