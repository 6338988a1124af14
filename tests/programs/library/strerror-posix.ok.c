// string.h: POSIX's strerror_r, which writes the message and returns a number.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char message[64], small[5];
  int result = strerror_r(EACCES, message, sizeof message);
  printf("%d %s\n", result, message);
  result = strerror_r(54321, message, sizeof message);
  printf("%d %s\n", result == EINVAL, message);
  result = strerror_r(EACCES, small, sizeof small);
  printf("%d %s\n", result == ERANGE, small);
  return 0;
}
