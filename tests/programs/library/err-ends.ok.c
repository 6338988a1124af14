// err.h: verrx ends the program with a message that names no error.
//@ exit: 3
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

extern char *program_invocation_short_name;

static void end(const char *format, ...) {
  va_list list;
  va_start(list, format);
  verrx(3, format, list);
}

int main(void) {
  program_invocation_short_name = "err-ends";
  dup2(1, 2);
  errno = ENOENT;
  end("%s %d", "the number is", 4);
  return 0;
}
