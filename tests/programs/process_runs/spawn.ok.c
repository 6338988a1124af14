// `posix_spawn` with file actions and attributes.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int main(int argc, char **argv) {
  if (argc > 1) {
    struct sigaction old;
    sigset_t held;
    sigaction(SIGUSR1, NULL, &old);
    sigprocmask(SIG_SETMASK, NULL, &held);
    char text[80];
    int ignored = old.sa_handler == SIG_IGN, holds = sigismember(&held, SIGUSR2);
    int count = sprintf(text, "%s: ignored %d, held %d, open %d, leads %d\n", argv[1], ignored, holds,
                        fcntl(9, F_GETFD) >= 0, getpgrp() == getpid());
    return write(1, text, count) != count;
  }
  int ends[2], status;
  pid_t child;
  if (pipe(ends)) return 1;
  dup2(ends[0], 9);
  signal(SIGUSR1, SIG_IGN);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addclose(&actions, 9);
  posix_spawnattr_init(&attributes);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  posix_spawnattr_setsigdefault(&attributes, &set);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  posix_spawnattr_setsigmask(&attributes, &set);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  char *first[] = {"self", "first", NULL}, *second[] = {"self", "second", NULL};
  printf("%d\n", posix_spawn(&child, "/proc/self/exe", &actions, &attributes, first, environ));
  waitpid(child, &status, 0);
  printf("%d\n", status);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  char text[100] = "";
  if (read(ends[0], text, 99) < 0) return 1;
  printf("%s", text);
  fflush(stdout);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addchdir_np(&actions, "/");
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  short flags;
  pid_t group;
  posix_spawnattr_getflags(&attributes, &flags);
  posix_spawnattr_getpgroup(&attributes, &group);
  posix_spawnattr_getsigmask(&attributes, &set);
  posix_spawnattr_getsigdefault(&attributes, &set);
  printf("%d %d %d\n", flags, group, sigismember(&set, SIGUSR1));
  fflush(stdout);
  printf("%d\n", posix_spawn(&child, "/proc/self/exe", &actions, &attributes, second, environ));
  posix_spawn_file_actions_destroy(&actions);
  waitpid(child, &status, 0);
  printf("%s\n", strerror(posix_spawnp(&child, "no-such-program", NULL, NULL, second, environ)));
  return status;
}
