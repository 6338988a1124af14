// on_exit gets the status, and runs among what atexit registers, last first; quick_exit knows at_quick_exit only.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

static void plain(void) { puts("atexit"); }
static void with_status(int status, void *text) { printf("%s: %d\n", (char *)text, status); }
static void quick(void) { puts("at_quick_exit"); }
static void quicker(void) {
  puts("quicker");
  fflush(stdout);
}

int main(void) {
  on_exit(with_status, "first");
  atexit(plain);
  on_exit(with_status, "second");
  at_quick_exit(quick);
  at_quick_exit(quicker);
  exit(0);
}
