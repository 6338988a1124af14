// signal.h, setjmp.h: sets of signals, jumps out of handlers, stacks for them, and the older functions.
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

extern __sighandler_t bsd_signal(int number, __sighandler_t handler);

static sigjmp_buf place;
static volatile int count;

static void counts(int number) { count++; }

static void jumps(int number) { siglongjmp(place, number); }

int main(void) {
  sigset_t set, before;
  SHOW(sigfillset(&set));
  SHOW(sigismember(&set, SIGTERM));
  SHOW(sigdelset(&set, SIGTERM));
  SHOW(sigismember(&set, SIGTERM));
  SHOW(sigismember(&set, SIGUSR1));
  SHOW(sigdelset(&set, 1000));
  SHOW(errno == EINVAL);

  SHOW(bsd_signal(SIGUSR1, counts) == SIG_DFL);
  SHOW(raise(SIGUSR1));
  SHOW(raise(SIGUSR1));
  SHOW(count);
  SHOW(siginterrupt(SIGUSR1, 1));
  SHOW(siginterrupt(1000, 1));
  SHOW(errno == EINVAL);
  SHOW(killpg(getpgrp(), 0));
  SHOW(killpg(-1, 0));

  // A jump brings back what was held back, if it was asked to.
  SHOW(signal(SIGUSR2, jumps) == SIG_DFL);
  int number = sigsetjmp(place, 1);
  if (number == 0) raise(SIGUSR2);
  SHOW(number == SIGUSR2);
  sigprocmask(SIG_BLOCK, NULL, &before);
  SHOW(sigismember(&before, SIGUSR2));
  number = sigsetjmp(place, 0);
  if (number == 0) raise(SIGUSR2);
  SHOW(number == SIGUSR2);
  sigprocmask(SIG_BLOCK, NULL, &before);
  SHOW(sigismember(&before, SIGUSR2));

  // sigpause waits with one signal let through.
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR1);
  SHOW(count);
  SHOW(sigpause(SIGUSR1));
  SHOW(errno == EINTR);
  SHOW(count);

  stack_t stack = {.ss_sp = malloc(SIGSTKSZ), .ss_size = SIGSTKSZ}, old;
  SHOW(sigaltstack(&stack, &old));
  SHOW(old.ss_flags == SS_DISABLE);
  SHOW(sigaltstack(NULL, &old));
  SHOW(old.ss_sp == stack.ss_sp && old.ss_size == stack.ss_size && old.ss_flags == 0);
  stack.ss_flags = SS_DISABLE;
  SHOW(sigaltstack(&stack, NULL));
  free(stack.ss_sp);

  SHOW(ualarm(100000, 0));
  SHOW(ualarm(0, 0) > 0);

  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = SIGUSR1;
  info.si_code = SI_USER;
  fflush(stdout);
  dup2(1, 2);
  psignal(SIGUSR1, "psignal");
  psiginfo(&info, "psiginfo");
  info.si_code = SI_QUEUE;
  info.si_pid = 12;
  info.si_uid = 34;
  psiginfo(&info, NULL);
  return 0;
}
