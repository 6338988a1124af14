/* Runs a program natively with the inputs of a test that `gmc check --tests` has written (docs/tests.md).

   Link this file with the program, and name the test in the environment:

     gcc -g program.c replay.c -o replay && GMC_TEST=test-1.test ./replay

   Each function answers with its own inputs of the test, in order, and with 0 where there are no more. Functions that
   the program defines itself stay as they are. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GMC_WEAK __attribute__((weak))

struct gmc_input {
  char *function, *value;
  bool used;
};
static struct gmc_input *gmc_inputs;
static size_t gmc_input_count;
static bool gmc_is_read;

static void gmc_fail(const char *what, const char *name) {
  fprintf(stderr, "replay: %s%s%s\n", what, *name ? " " : "", name);
  exit(2);
}

/* Lines are `input FUNCTION = VALUE TYPE, PLACE`; others do not matter here. */
static void gmc_read_test(void) {
  gmc_is_read = true;
  const char *name = getenv("GMC_TEST");
  if (!name)
    gmc_fail("GMC_TEST=FILE says which test to run", "");
  FILE *file = fopen(name, "r");
  if (!file)
    gmc_fail("cannot read", name);
  char line[4096], function[512], value[512];
  int version;
  if (!fgets(line, sizeof line, file) || sscanf(line, "gmc-test %d", &version) != 1 || version != 1)
    gmc_fail("no test of gmc, or of another version:", name);
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "input %511s = %511s", function, value) != 2)
      continue;
    if (gmc_input_count % 64 == 0)
      gmc_inputs = realloc(gmc_inputs, (gmc_input_count + 64) * sizeof *gmc_inputs);
    if (!gmc_inputs)
      gmc_fail("no memory for", name);
    gmc_inputs[gmc_input_count++] = (struct gmc_input){strdup(function), strdup(value), false};
  }
  fclose(file);
}

/* The next input of a function, as it stands in the test. */
static const char *gmc_next(const char *function) {
  static size_t first;
  if (!gmc_is_read)
    gmc_read_test();
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
