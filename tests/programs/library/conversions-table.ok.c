// stdlib.h and inttypes.h: numbers from text in every type, and whole division.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static const char *const texts[] = {"0",   " 42x", "-17", "+9", "0x1Fg", "077", "99999999999999999999", "-99999999999999999999", "",
                                    "abc", "1.5e3", "-.25", "0x1.8p-3", "inf", "-Infinity", "nan", "1e5000", "1e-5000", "3.4e39"};

int main(void) {
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *end;
    const char *t = texts[i];
    if (i < 6 || i > 7)
      printf("%ld %lld", atol(t), atoll(t));
    errno = 0;
    printf(" %jd", strtoimax(t, &end, 0));
    printf(" %td %d", end - t, errno);
    errno = 0;
    printf(" %ju", strtoumax(t, &end, 10));
    printf(" %td %d", end - t, errno);
    errno = 0;
    printf(" %lld", (long long)strtoq(t, &end, 16));
    printf(" %td %d", end - t, errno);
    errno = 0;
    printf(" %llu", (unsigned long long)strtouq(t, &end, 8));
    printf(" %td %d", end - t, errno);
    errno = 0;
    printf(" %a", strtof(t, &end));
    printf(" %td %d", end - t, errno);
    errno = 0;
    printf(" %La", strtold(t, &end));
    printf(" %td %d\n", end - t, errno);
  }
  ldiv_t l = ldiv(-17, 5);
  lldiv_t ll = lldiv(17, -5);
  imaxdiv_t max = imaxdiv(-17, -5);
  printf("%ld %ld %lld %lld %jd %jd\n", l.quot, l.rem, ll.quot, ll.rem, max.quot, max.rem);
  volatile long one = -5;
  printf("%ld %lld %jd\n", labs(one), llabs(one * 2), imaxabs(one * 3));
  return 0;
}
