// time.h: strptime, and what writes into memory of the caller's.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static void parse(const char *text, const char *format) {
  struct tm time;
  memset(&time, 0, sizeof time);
  char *rest = strptime(text, format, &time);
  printf("%s %s: %s %d-%d-%d %d:%d:%d %d %d\n", text, format, rest ? rest : "no", time.tm_year, time.tm_mon, time.tm_mday,
         time.tm_hour, time.tm_min, time.tm_sec, time.tm_wday, time.tm_yday);
}

int main(void) {
  parse("2015-03-05T23:51:47Z", "%Y-%m-%dT%H:%M:%SZ");
  parse("Thu, 05 Mar 2015 23:51:47 +0130", "%a, %d %b %Y %T %z");
  parse("12/25/99", "%D");
  parse("3:04 PM", "%I:%M %p");
  parse("January 7", "%B %e");
  parse("2024 060", "%Y %j");
  parse("  12:30 x", " %R");
  parse("24:00", "%H:%M");
  parse("nonsense", "%b");
  parse("20 24", "%C %y");
  parse("86400", "%s");
  parse("50%", "%S%%");
  char text[40];
  wchar_t wide[40];
  struct tm time = {.tm_sec = 5, .tm_min = 4, .tm_hour = 3, .tm_mday = 2, .tm_mon = 0, .tm_year = 124, .tm_wday = 2, .tm_yday = 1};
  time_t zero = 0;
  printf("%s", asctime_r(&time, text));
  printf("%s", ctime_r(&zero, text));
  if (wcsftime(wide, 40, L"%H-%M", &time) != 5 || wcscmp(wide, L"03-04") != 0) return 1;
  struct timespec now;
  if (timespec_get(&now, TIME_UTC) != TIME_UTC || timespec_get(&now, 99) != 0) return 2;
  struct tm day;
  day.tm_sec = day.tm_min = day.tm_hour = 0;
  day.tm_mday = 1;
  day.tm_mon = 2;
  day.tm_year = 124;
  day.tm_isdst = 0; // the days of the week and of the year need no value
  return mktime(&day) != 1709251200 || day.tm_wday != 5;
}
