// alarm, setitimer and timer_create, over the clock that the program sees.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t alarms, ticks;

static void on_alarm(int number) { alarms++; }
static void on_tick(int number) { ticks++; }

int main(void) {
  signal(SIGALRM, on_alarm);
  signal(SIGUSR1, on_tick);
  if (alarm(1) != 0 || alarm(2) != 1 || alarm(0) != 2) return 1;
  alarm(1);
  if (pause() != -1 || errno != EINTR || alarms != 1) return 2;
  alarm(1);
  unsigned left = sleep(3);
  if (left < 1 || left > 2 || alarms != 2) return 3;
  struct timespec long_time = {5, 0}, rest;
  alarm(1);
  if (nanosleep(&long_time, &rest) != -1 || errno != EINTR || rest.tv_sec < 3 || rest.tv_sec > 4) return 4;
  struct itimerval every = {{0, 20000}, {0, 20000}}, old;
  alarms = 0;
  if (setitimer(ITIMER_REAL, &every, NULL) != 0) return 5;
  while (alarms < 3) pause();
  memset(&every, 0, sizeof every);
  if (getitimer(ITIMER_REAL, &old) != 0 || old.it_interval.tv_usec != 20000 || setitimer(ITIMER_REAL, &every, NULL) != 0) return 6;

  timer_t timer;
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGUSR1;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return 7;
  struct itimerspec spec = {{0, 10000000}, {0, 10000000}}, now;
  if (timer_settime(timer, 0, &spec, NULL) != 0 || timer_gettime(timer, &now) != 0 || now.it_interval.tv_nsec != 10000000) return 8;
  while (ticks < 2) pause();
  if (timer_getoverrun(timer) < 0 || timer_delete(timer) != 0) return 9;

  alarms = 0;
  alarm(1);
  while (!alarms) { // computes until it is interrupted
  }
  if (setitimer(99, &every, NULL) != -1 || errno != EINVAL) return 10;
  return 0;
}
