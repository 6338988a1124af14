// signal.h: handlers, what is held back and when it comes, what is told about it.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile int count, order, inner;

static void simple(int number) {
  count++;
  order = 10 * order + (number == SIGUSR1 ? 1 : 2);
}

static void nested(int number) {
  if (inner++ == 0) {
    raise(number);
    if (inner != 1) inner = 100;
  }
}

static void told(int number, siginfo_t *info, void *context) {
  count += info->si_signo == number && info->si_value.sival_int == 7 && info->si_code == SI_QUEUE;
}

static void *thread(void *argument) {
  sigset_t set;
  pthread_sigmask(SIG_BLOCK, NULL, &set);
  return (void *)(long)sigismember(&set, SIGUSR2);
}

int main(void) {
  sigset_t set, old;
  if (signal(SIGUSR1, simple) != SIG_DFL || signal(SIGUSR2, simple) != SIG_DFL || signal(SIGUSR2, simple) != simple) return 1;
  if (raise(SIGUSR1) != 0 || count != 1 || kill(getpid(), SIGUSR1) != 0 || count != 2) return 2;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  if (sigprocmask(SIG_BLOCK, &set, &old) != 0 || sigismember(&old, SIGUSR1)) return 3;
  raise(SIGUSR2);
  raise(SIGUSR1);
  raise(SIGUSR1);
  sigpending(&old);
  if (count != 2 || !sigismember(&old, SIGUSR1) || sigismember(&old, SIGINT)) return 4;
  pthread_t other;
  void *result;
  pthread_create(&other, NULL, thread, NULL);
  pthread_join(other, &result);
  if (result != (void *)1) return 5;
  int number;
  if (sigwait(&set, &number) != 0 || number != SIGUSR1) return 6;
  sigset_t empty;
  sigemptyset(&empty);
  if (sigsuspend(&empty) != -1 || errno != EINTR || count != 3) return 7;
  sigprocmask(SIG_SETMASK, NULL, &old);
  if (!sigismember(&old, SIGUSR1)) return 8;
  raise(SIGUSR1);
  if (sigprocmask(SIG_UNBLOCK, &set, NULL) != 0 || count != 4) return 9;

  struct sigaction action = {.sa_handler = nested}, before;
  if (sigaction(SIGUSR1, &action, &before) != 0 || before.sa_handler != simple) return 10;
  raise(SIGUSR1);
  if (inner != 2) return 11;
  action.sa_flags = SA_NODEFER | SA_RESETHAND;
  action.sa_handler = simple;
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  sigaction(SIGUSR1, NULL, &before);
  if (count != 5 || before.sa_handler != SIG_DFL) return 12;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = told;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &action, NULL);
  if (sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 7}) != 0 || count != 6) return 13;
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1);
  raise(SIGCHLD);
  if (sigaction(SIGKILL, &action, NULL) != -1 || errno != EINVAL || raise(99) == 0) return 14;
  struct timespec none = {0, 1000};
  errno = 0;
  sigprocmask(SIG_BLOCK, &set, NULL);
  if (sigtimedwait(&set, NULL, &none) != -1 || errno != EAGAIN) return 15;
  raise(SIGUSR2);
  siginfo_t info;
  if (sigwaitinfo(&set, &info) != SIGUSR2 || info.si_signo != SIGUSR2) return 16;
  sighold(SIGHUP);
  sigrelse(SIGHUP);
  printf("%s %s %s\n", strsignal(SIGSEGV), strsignal(SIGTERM), strsignal(40));
  printf("%d %d\n", count, order);
  return 0;
}
