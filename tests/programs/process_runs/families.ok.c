// getpid, getppid, setpgid, getpgid, setsid, waitpid of groups, waitid: who is whose.
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    if (getppid() != parent) _exit(1);
    if (setsid() != getpid()) _exit(2);
    if (getpgrp() != getpid() || getsid(0) != getpid()) _exit(3);
    if (setsid() != -1 || errno != EPERM) _exit(4);
    _exit(0);
  }
  siginfo_t info;
  if (waitid(P_PID, child, &info, WEXITED)) return 1;
  printf("%d %d %d\n", info.si_code == CLD_EXITED, info.si_status, info.si_pid == child);
  pid_t member = fork();
  if (member == 0) _exit(9);
  setpgid(member, member);
  int status;
  pid_t found = waitpid(-member, &status, 0);
  printf("%d %d\n", found == member, WEXITSTATUS(status));
  found = waitpid(-1, &status, WNOHANG);
  printf("%d %d\n", found, errno == ECHILD);
  return 0;
}
