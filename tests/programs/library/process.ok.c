// unistd.h: who the process is, and what it may not do.
//@ native: no
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  gid_t groups[1];
  if (setuid(1000) != 0 || seteuid(getuid()) != 0 || setgid(1000) != 0 || setegid(1000) != 0 || setuid(0) != -1 || errno != EPERM) return 1;
  if (setreuid(-1, -1) != 0 || setregid(1000, -1) != 0 || getgroups(1, groups) != 1 || groups[0] != 1000) return 2;
  if (getpgid(0) != getpgrp() || getsid(0) != getpgrp() || setsid() != -1 || setpgid(0, 0) != 0 || chroot("/") != -1) return 3;
  if (ttyname(0) || errno != ENOTTY || getlogin() || strcmp(ctermid(NULL), "/dev/tty") != 0 || nice(5) != 5) return 4;
  if (execl("/bin/no-such-program", "no", (char *)0) != -1 || errno != ENOENT || execlp("no-such-program", "no", (char *)0) != -1) return 5;
  char *nothing[] = {NULL};
  if (fexecve(-1, nothing, nothing) != -1 || errno != EINVAL) return 11;
  char *name = tempnam("/tmp", "abc");
  if (strncmp(name, "/tmp/abc", 8) != 0) return 6;
  free(name);
  psignal(SIGTERM, "end");
  if (sigignore(SIGUSR1) != 0 || sigset(SIGUSR1, SIG_HOLD) != SIG_IGN || sigset(SIGUSR1, SIG_DFL) != SIG_HOLD) return 7;
  return gethostid() == 0;
}
