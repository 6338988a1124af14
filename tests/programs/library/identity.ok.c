// unistd.h, sys/resource.h, sys/utsname.h, pwd.h, grp.h: who and where the process is, and its limits; only what is the same everywhere.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

extern char **environ;

int main(void) {
  char text[256];
  SHOW(getuid() == geteuid());
  SHOW(getgid() == getegid());
  SHOW(getppid() != getpid());
  SHOW(getpagesize() == sysconf(_SC_PAGESIZE));
  SHOW(sysconf(_SC_NPROCESSORS_ONLN) > 0);
  SHOW(sysconf(_SC_OPEN_MAX) > 10);
  SHOW(sysconf(_SC_CLK_TCK));
  errno = 0;
  SHOW(sysconf(-5));
  SHOW(errno == EINVAL);
  SHOW(gethostname(text, sizeof text));
  struct utsname system;
  SHOW(uname(&system));
  SHOW(strcmp(system.nodename, text));
  puts(system.sysname);
  SHOW(gethostname(text, 1));
  SHOW(errno == ENAMETOOLONG);
  SHOW(ttyname_r(0, text, sizeof text) != 0);
  SHOW(tcgetpgrp(0));
  SHOW(errno == ENOTTY);

  struct rlimit limit;
  struct rlimit64 limit64;
  SHOW(getrlimit(RLIMIT_NOFILE, &limit));
  SHOW(limit.rlim_cur <= limit.rlim_max);
  SHOW(setrlimit(RLIMIT_NOFILE, &limit));
  SHOW(getrlimit64(RLIMIT_CORE, &limit64));
  SHOW(setrlimit64(RLIMIT_CORE, &limit64));
  SHOW(getrlimit(99, &limit));
  SHOW(errno == EINVAL);
  errno = 0;
  int priority = getpriority(PRIO_PROCESS, 0);
  SHOW(errno);
  SHOW(setpriority(PRIO_PROCESS, 0, priority));
  SHOW(getpriority(PRIO_PROCESS, 0) == priority);
  SHOW(getpriority(99, 0));
  SHOW(errno == EINVAL);

  SHOW(getpwnam("nobody with this name") == NULL);
  SHOW(getgrnam("no group with this name") == NULL);
  SHOW(getpwuid(123456789) == NULL);
  SHOW(getgrgid(123456789) == NULL);

  memset(text, 0, sizeof text);
  SHOW(getrandom(text, 200, 0));
  SHOW(getentropy(text, 256));
  int set = 0;
  for (int i = 0; i < 256; i++)
    set += text[i] != 0;
  SHOW(set > 100);
  SHOW(getentropy(text, 257));
  SHOW(errno == EIO);

  SHOW(waitpid(-1, NULL, WNOHANG));
  SHOW(errno == ECHILD);
  SHOW(setenv("LIBRARY_TEST", "here", 1));
  int found = 0;
  for (char **it = environ; *it; it++)
    found += strcmp(*it, "LIBRARY_TEST=here") == 0;
  SHOW(found);
  SHOW(clearenv());
  SHOW(environ == NULL || *environ == NULL);
  return 0;
}
