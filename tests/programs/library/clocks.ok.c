// time.h, sys/time.h: clocks and calendars; of the time only what is the same at any time.
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

static int is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || a.tv_sec == b.tv_sec && a.tv_nsec <= b.tv_nsec;
}

extern int timespec_getres(struct timespec *, int);

int main(void) {
  struct timespec one, other;
  struct timeval day;
  clockid_t clock;
  setenv("TZ", "UTC", 1);
  tzset();
  SHOW(timezone);
  puts(tzname[0]);

  SHOW(clock_getres(CLOCK_MONOTONIC, &one));
  SHOW(one.tv_sec == 0 && one.tv_nsec > 0);
  SHOW(clock_getres(CLOCK_REALTIME, NULL));
  SHOW(clock_getres(1234, &one));
  SHOW(errno == EINVAL);
  SHOW(clock_getcpuclockid(0, &clock));
  SHOW(clock_gettime(clock, &one));
  SHOW(pthread_getcpuclockid(pthread_self(), &clock));
  SHOW(clock_gettime(clock, &one));
  SHOW(clock_settime(CLOCK_MONOTONIC, &one));
  SHOW(errno == EINVAL);

  struct timespec shortly = {0, 2000000}, wrong = {0, 1000000000};
  clock_gettime(CLOCK_MONOTONIC, &one);
  SHOW(clock_nanosleep(CLOCK_MONOTONIC, 0, &shortly, NULL));
  clock_gettime(CLOCK_MONOTONIC, &other);
  one.tv_nsec += 2000000;
  if (one.tv_nsec >= 1000000000) {
    one.tv_sec++;
    one.tv_nsec -= 1000000000;
  }
  SHOW(is_before(one, other));
  SHOW(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &one, NULL));
  SHOW(clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL) == EINVAL);
  SHOW(clock_nanosleep(1234, 0, &shortly, NULL) == EINVAL);

  SHOW(timespec_getres(&one, TIME_UTC) == TIME_UTC);
  SHOW(one.tv_sec == 0 && one.tv_nsec > 0);
  SHOW(timespec_getres(&one, 77));
  SHOW(gettimeofday(&day, NULL));
  time_t now = time(NULL);
  SHOW(now == day.tv_sec || now == day.tv_sec + 1);
  SHOW(day.tv_usec >= 0 && day.tv_usec < 1000000);
  SHOW(difftime(now, now - 90));

  struct rusage usage;
  SHOW(getrusage(RUSAGE_SELF, &usage));
  SHOW(usage.ru_utime.tv_sec >= 0);
  SHOW(getrusage(99, &usage));
  SHOW(errno == EINVAL);

  time_t then = 1709210096; // A leap day.
  struct tm parts, *shared = gmtime(&then);
  printf("%s", asctime(shared));
  printf("%s", ctime(&then));
  SHOW(localtime(&then) == shared);
  SHOW(gmtime_r(&then, &parts) == &parts);
  SHOW(parts.tm_yday);
  SHOW(timegm(&parts) == then);
  SHOW(localtime_r(&then, &parts)->tm_hour);
  SHOW(parts.tm_isdst);
  SHOW(timelocal(&parts) == then);
  parts.tm_mday += 400;
  SHOW(timegm(&parts) - then);
  SHOW(parts.tm_wday);

  char text[80];
  SHOW(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %B %j %p %I %e %% %U %G-%V %Z", &parts));
  puts(text);
  SHOW(strftime(text, 5, "%Y-%m", &parts));
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  SHOW(strftime_l(text, sizeof text, "%A %b %d, %T %D %R", &parts, c));
  puts(text);
  freelocale(c);
  return 0;
}
