// A stream whose lines are written at once.
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>

int main(void) {
  setlinebuf(stdout);
  printf("a line\n");
  return poll(NULL, 0, 1);
}
