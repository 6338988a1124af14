/* Runs a program natively with the inputs of a test that `gmc check --tests` has written (docs/tests.md).

   Link this file with the program, and name the test in the environment:

     gcc -g program.c replay.c -o replay && GMC_TEST=test-1.test ./replay

   Each function answers with its own inputs of the test, in order, and with 0 where there are no more. Functions that
   the program defines itself stay as they are. What the test has of standard input, arguments and files is given to the
   program, too; a file that is there already with other contents is left alone, and nothing is run. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GMC_WEAK __attribute__((weak))

struct gmc_input {
  char *function, *value;
  bool used;
};
static struct gmc_input *gmc_inputs;
static size_t gmc_input_count;
static bool gmc_is_read;
/* The program's arguments, where the test has some of them. */
static char **gmc_arguments;
static int gmc_argument_count;

static void gmc_fail(const char *what, const char *name) {
  fprintf(stderr, "replay: %s%s%s\n", what, *name ? " " : "", name);
  exit(2);
}

static void *gmc_grown(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (!memory)
    gmc_fail("there is no memory for the test", "");
  return memory;
}

/* Reads a text in quotes in place, with the escapes of C that the test has; what follows it is left in *rest. */
static char *gmc_unquoted(char *text, char **rest, size_t *size) {
  char *out = text = strchr(text, '"');
  if (!text)
    gmc_fail("a line of the test has no text in quotes", "");
  char *from = text + 1;
  while (*from && *from != '"') {
    char c = *from++;
    if (c == '\\') {
      c = *from++;
      if (c == 'x') {
        char digits[3] = {from[0], from[1], 0};
        c = (char)strtol(digits, NULL, 16);
        from += 2;
      } else {
        c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
      }
    }
    *out++ = c;
  }
  *rest = *from ? from + 1 : from;
  *size = (size_t)(out - text);
  *out = 0;
  return text;
}

static void gmc_write(int file, const char *bytes, size_t size) {
  for (ssize_t count; size > 0; bytes += count, size -= (size_t)count)
    if ((count = write(file, bytes, size)) <= 0)
      gmc_fail("cannot write what the test has", "");
}

static void gmc_give_stdin(const char *bytes, size_t size) {
  FILE *file = tmpfile();
  if (!file)
    gmc_fail("cannot make standard input", "");
  gmc_write(fileno(file), bytes, size);
  lseek(fileno(file), 0, SEEK_SET);
  dup2(fileno(file), 0);
  fclose(file);
}

static bool gmc_is_there(const char *name, const char *bytes, size_t size) {
  FILE *file = fopen(name, "r");
  if (!file)
    return false;
  size_t at = 0;
  int c;
  while ((c = getc(file)) != EOF && at < size && c == (unsigned char)bytes[at])
    at++;
  fclose(file);
  return c == EOF && at == size;
}

static void gmc_give_file(const char *name, const char *bytes, size_t size) {
  int file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0644);
  if (file >= 0) {
    gmc_write(file, bytes, size);
    close(file);
  } else if (!gmc_is_there(name, bytes, size)) {
    gmc_fail("run this test in another directory, since it needs other contents of", name);
  }
}

static void gmc_give_argument(int number, const char *text) {
  if (number < 1)
    gmc_fail("an argument of the test has no number", "");
  if (number >= gmc_argument_count) {
    gmc_arguments = gmc_grown(gmc_arguments, (size_t)(number + 2) * sizeof *gmc_arguments);
    while (gmc_argument_count <= number)
      gmc_arguments[gmc_argument_count++] = "";
    gmc_arguments[gmc_argument_count] = NULL;
  }
  gmc_arguments[number] = strdup(text);
}

/* What a line of the test gives to the program before it starts. Whether it is an argument. */
static bool gmc_give(char *line) {
  size_t size, name_size;
  char *rest;
  if (!strncmp(line, "argument ", 9)) {
    gmc_give_argument(atoi(line + 9), gmc_unquoted(line, &rest, &size));
    return true;
  }
  if (!strncmp(line, "stdin ", 6)) {
    char *bytes = gmc_unquoted(line, &rest, &size);
    gmc_give_stdin(bytes, size);
  } else if (!strncmp(line, "file ", 5)) {
    char *name = gmc_unquoted(line, &rest, &name_size);
    char *bytes = gmc_unquoted(rest, &rest, &size);
    gmc_give_file(name, bytes, size);
  }
  return false;
}

/* Lines are `input FUNCTION = VALUE TYPE, PLACE`, or begin with what they give to the program; others do not matter
   here. */
static void gmc_read_test(int count, char **arguments) {
  gmc_is_read = true;
  const char *name = getenv("GMC_TEST");
  if (!name)
    gmc_fail("GMC_TEST=FILE says which test to run", "");
  FILE *file = fopen(name, "r");
  if (!file)
    gmc_fail("cannot read", name);
  gmc_arguments = gmc_grown(NULL, (size_t)(count + 1) * sizeof *gmc_arguments);
  if (count)
    memcpy(gmc_arguments, arguments, (size_t)count * sizeof *gmc_arguments);
  gmc_arguments[gmc_argument_count = count] = NULL;
  char *line = NULL, function[512], value[512];
  size_t capacity = 0;
  int version;
  bool has_arguments = false;
  if (getline(&line, &capacity, file) < 0 || sscanf(line, "gmc-test %d", &version) != 1 || version != 1)
    gmc_fail("no test of gmc, or of another version:", name);
  while (getline(&line, &capacity, file) >= 0) {
    if (sscanf(line, "input %511s = %511s", function, value) != 2) {
      has_arguments |= gmc_give(line);
      continue;
    }
    if (gmc_input_count % 64 == 0)
      gmc_inputs = gmc_grown(gmc_inputs, (gmc_input_count + 64) * sizeof *gmc_inputs);
    gmc_inputs[gmc_input_count++] = (struct gmc_input){strdup(function), strdup(value), false};
  }
  fclose(file);
  free(line);
  /* A program cannot get more arguments once it has started: it starts again. */
  if (has_arguments && !getenv("GMC_TEST_STARTED")) {
    setenv("GMC_TEST_STARTED", "1", 1);
    execv("/proc/self/exe", gmc_arguments);
    gmc_fail("cannot start again with the test's arguments", "");
  }
}

__attribute__((constructor)) static void gmc_start(int count, char **arguments) {
  if (getenv("GMC_TEST"))
    gmc_read_test(count, arguments);
}

/* The next input of a function, as it stands in the test. */
static const char *gmc_next(const char *function) {
  static size_t first;
  if (!gmc_is_read)
    gmc_read_test(0, NULL);
  while (first < gmc_input_count && gmc_inputs[first].used)
    first++;
  for (size_t at = first; at < gmc_input_count; at++)
    if (!gmc_inputs[at].used && !strcmp(gmc_inputs[at].function, function)) {
      gmc_inputs[at].used = true;
      return gmc_inputs[at].value;
    }
  return "0";
}

static unsigned long long gmc_number(const char *function) {
  const char *text = gmc_next(function);
  return *text == '-' ? (unsigned long long)strtoll(text, NULL, 10) : strtoull(text, NULL, 10);
}

/* For a harness that calls one function by itself. */
const char *gmc_replay_text(const char *function) { return gmc_next(function); }
unsigned long long gmc_replay_number(const char *function) { return gmc_number(function); }

#define GMC_ANY(name, type) \
  GMC_WEAK type __VERIFIER_nondet_##name(void) { return (type)gmc_number("__VERIFIER_nondet_" #name); }
GMC_ANY(bool, bool)
GMC_ANY(_Bool, bool)
GMC_ANY(char, char)
GMC_ANY(uchar, unsigned char)
GMC_ANY(short, short)
GMC_ANY(ushort, unsigned short)
GMC_ANY(int, int)
GMC_ANY(uint, unsigned)
GMC_ANY(unsigned, unsigned)
GMC_ANY(long, long)
GMC_ANY(ulong, unsigned long)
GMC_ANY(longlong, long long)
GMC_ANY(ulonglong, unsigned long long)
GMC_ANY(size_t, size_t)
GMC_ANY(loff_t, long long)
GMC_ANY(sector_t, unsigned long)
GMC_ANY(u8, unsigned char)
GMC_ANY(u16, unsigned short)
GMC_ANY(u32, unsigned)
GMC_ANY(u64, unsigned long long)
GMC_ANY(pointer, void *)
GMC_ANY(charp, char *)
GMC_ANY(pchar, char *)
GMC_WEAK float __VERIFIER_nondet_float(void) { return strtof(gmc_next("__VERIFIER_nondet_float"), NULL); }
GMC_WEAK double __VERIFIER_nondet_double(void) { return strtod(gmc_next("__VERIFIER_nondet_double"), NULL); }

GMC_WEAK unsigned gmc_choose(unsigned n) { return (void)n, (unsigned)gmc_number("gmc_choose"); }
GMC_WEAK void gmc_any(void *object, size_t size, const char *name) {
  size_t width = size == 2 || size == 4 || size == 8 ? size : 1;
  (void)name;
  for (size_t at = 0; at < size; at += width) {
    unsigned long long value = gmc_number("gmc_any");
    memcpy((char *)object + at, &value, width);
  }
}

static void gmc_assumed(int condition) {
  if (!condition) {
    fprintf(stderr, "replay: an assumption of the program does not hold\n");
    exit(0);
  }
}
static void gmc_failed(const char *what) {
  fprintf(stderr, "replay: %s\n", what);
  abort();
}
GMC_WEAK void gmc_assume(int condition) { gmc_assumed(condition); }
GMC_WEAK void __VERIFIER_assume(int condition) { gmc_assumed(condition); }
GMC_WEAK void gmc_assert_(int holds, const char *condition) {
  if (!holds)
    fprintf(stderr, "replay: %s\n", condition), gmc_failed("this does not hold");
}
GMC_WEAK void reach_error(void) { gmc_failed("reach_error is called"); }
GMC_WEAK void __VERIFIER_error(void) { gmc_failed("__VERIFIER_error is called"); }
GMC_WEAK void gmc_yield(void) {}
GMC_WEAK void gmc_atomic_begin(void) {}
GMC_WEAK void gmc_atomic_end(void) {}
GMC_WEAK void __VERIFIER_atomic_begin(void) {}
GMC_WEAK void __VERIFIER_atomic_end(void) {}
GMC_WEAK void gmc_invariant(int (*holds)(void)) { (void)holds; }
GMC_WEAK void gmc_label(const char *text) { (void)text; }
GMC_WEAK void gmc_progress(void) {}

#ifdef GMC_GCOV
/* With -DGMC_GCOV, what a program that fails has executed counts, too: gcov's library writes it at the end only. */
#include <signal.h>
extern void __gcov_dump(void);
static void gmc_dump(int signal_number) {
  __gcov_dump();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}
__attribute__((constructor)) static void gmc_catch(void) {
  const int signals[] = {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGTERM};
  for (size_t at = 0; at < sizeof signals / sizeof *signals; at++)
    signal(signals[at], gmc_dump);
}
#endif
