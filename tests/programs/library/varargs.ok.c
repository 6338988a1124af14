// stdio.h, err.h: functions that take the arguments of their caller.
//@ exit: 5
//@ stdin: "12 word\n"
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PASS(name, type, call)                                                                                                             \
  static type name(const char *format, ...) {                                                                                              \
    va_list list;                                                                                                                          \
    va_start(list, format);                                                                                                                \
    type result = call;                                                                                                                    \
    va_end(list);                                                                                                                          \
    return result;                                                                                                                         \
  }

static char text[64], *fresh;
static FILE *file;

PASS(out, int, vprintf(format, list))
PASS(to_file, int, vfprintf(file, format, list))
PASS(to_number, int, vdprintf(fileno(file), format, list))
PASS(to_text, int, vsprintf(text, format, list))
PASS(to_short, int, vsnprintf(text, 4, format, list))
PASS(to_fresh, int, vasprintf(&fresh, format, list))
PASS(in, int, vscanf(format, list))
PASS(from_file, int, vfscanf(file, format, list))
PASS(from_text, int, vsscanf("7 8.5 z", format, list))
PASS(warning, int, (vwarn(format, list), 0))
PASS(warning_only, int, (vwarnx(format, list), 0))
PASS(end_with_error, int, (verr(5, format, list), 0))

static void last(void) { fputs("at the end\n", stdout); }

int main(void) {
  int number = 0, other = 0;
  double real = 0;
  char word[16] = "", character = 0;
  program_invocation_short_name = "varargs";
  printf("%d\n", out("%s %d|", "vprintf", 1));
  printf("%d %s\n", to_text("%5.2f %c", 2.345, 'c'), text);
  printf("%d %s\n", to_short("%ld", 1234567L), text);
  printf("%d ", to_fresh("%s-%x", "fresh", 255));
  puts(fresh);
  free(fresh);
  printf("%d ", asprintf(&fresh, "%03d", 7));
  puts(fresh);
  free(fresh);

  file = tmpfile();
  printf("%d", to_number("%d ", 31));
  printf(" %d", dprintf(fileno(file), "%s ", "thirty"));
  fseek(file, 0, SEEK_END);
  printf(" %d\n", to_file("%u", 32u));
  rewind(file);
  printf("%d", from_file("%d %15s %d", &number, word, &other));
  printf(" %d %s %d\n", number, word, other);
  fclose(file);
  printf("%d", in("%d%15s", &number, word));
  printf(" %d %s\n", number, word);
  printf("%d", from_text("%d %lf %c", &number, &real, &character));
  printf(" %d %g %c\n", number, real, character);

  fflush(stdout);
  dup2(1, 2);
  errno = ENOENT;
  perror("perror");
  errno = EACCES;
  perror(NULL);
  errno = EDOM;
  warning("%s %d", "vwarn", 1);
  warning_only("%s %d", "vwarnx", 2);
  atexit(last);
  errno = ERANGE;
  end_with_error("%s %s", "verr", "ends");
  return 0;
}
