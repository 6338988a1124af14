// The inputs of random functions: given numbers natively, nondeterministic values under gmc.
//
//   natively:  PROGRAM FUNCTION NUMBER…           prints the result, in hexadecimal
//              PROGRAM -every FUNCTION COUNT      calls it with all numbers of COUNT bytes; see `every`
//   under gmc: PROGRAM FUNCTION equal  MANNER RESULT NUMBER…   the inputs are these numbers: the result must be RESULT
//              PROGRAM FUNCTION pairs  MANNER COUNT RESULT… (NUMBER NUMBER)…   each input is one of two numbers
//              PROGRAM FUNCTION differs MASK RESULT            with no inputs may the result be RESULT
//              PROGRAM FUNCTION runs                           only what is undefined is looked for
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long u64;

static char **numbers;
static u64 next(void) { return strtoull(*numbers++, 0, 16); }

#define BITS(x) (_Generic((x), float: of_float, double: of_double, default: of_integer)(x))
static u64 of_float(float x) {
  unsigned bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static u64 of_double(double x) {
  u64 bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static u64 of_integer(long long x) { return (u64)x; }

#ifdef NATIVE

#define INPUT(type, name)                                                                                              \
  static type in_##name(void) {                                                                                        \
    u64 bits = next();                                                                                                 \
    type x;                                                                                                            \
    memcpy(&x, &bits, sizeof x);                                                                                       \
    return x;                                                                                                          \
  }

#else

extern void reach_error(void);
extern void __VERIFIER_assume(int);

static enum { ANY, EQUAL, PAIRS } among;
static int manner, combination, inputs;

// The same thing said so that less or more of it is a number at once.
static void is(u64 x, u64 c) {
  switch ((manner + inputs) % 5) {
  case 0:
    __VERIFIER_assume(x == c);
    break;
  case 1:
    __VERIFIER_assume((x & 0xaaaaaaaaaaaaaaaa) == (c & 0xaaaaaaaaaaaaaaaa));
    __VERIFIER_assume((x & 0x5555555555555555) == (c & 0x5555555555555555));
    break;
  case 2:
    __VERIFIER_assume(x * 3 == c * 3);
    break;
  case 3:
    __VERIFIER_assume(x >= c && x <= c);
    break;
  default:
    __VERIFIER_assume((unsigned short)x == (unsigned short)c);
    if (x >> 16 != c >> 16)
      exit(0);
  }
}

static void restrict_input(u64 x) {
  if (among == EQUAL) {
    is(x, next());
  } else if (among == PAIRS) {
    u64 c = next(), d = next();
    if ((manner + inputs) % 2)
      __VERIFIER_assume(x == c || x == d);
    else
      __VERIFIER_assume((x == c) + (x == d) > 0);
    if (c != d)
      combination |= (x == d) << inputs;
  }
  inputs++;
}

#define INPUT(type, name)                                                                                              \
  extern type __VERIFIER_nondet_##name(void);                                                                          \
  static type in_##name(void) {                                                                                        \
    type x = __VERIFIER_nondet_##name();                                                                               \
    restrict_input(BITS(x));                                                                                           \
    return x;                                                                                                          \
  }

#endif

INPUT(_Bool, bool)
INPUT(signed char, char)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(float, float)
INPUT(double, double)

static u64 call(int function);
static u64 call_bytes(int function, unsigned char a, unsigned char b, unsigned char c);
static void reset(void);

#ifdef NATIVE

// How often each result of 16 bits occurs: prints one that occurs least, one that does not occur, and next to which.
static int every(int function, int count) {
  static unsigned times[65536];
  for (int a = 0; a < 256; a++)
    for (int b = 0; b < 256; b++)
      for (int c = 0; c < (count > 2 ? 256 : 1); c++) {
        reset();
        times[call_bytes(function, a, b, c) & 65535]++;
      }
  int rare = -1, absent = -1;
  for (int at = 0; at < 65536; at++) {
    if (times[at] && (rare < 0 || times[at] < times[rare]))
      rare = at;
    if (!times[at] && (times[(at + 1) & 65535] || times[(at - 1) & 65535]))
      absent = at;
  }
  printf("%x %d\n", rare, absent);
  return 0;
}

int main(int argc, char **argv) {
  if (!strcmp(argv[1], "-every"))
    return every(atoi(argv[2]), atoi(argv[3]));
  // Several calls, separated by commas.
  numbers = argv + 1;
  while (*numbers) {
    reset();
    printf("%llx\n", call(atoi(*numbers++)));
    if (*numbers && !strcmp(*numbers, ","))
      numbers++;
  }
  return 0;
}

#else

int main(int argc, char **argv) {
  int function = atoi(argv[1]);
  const char *what = argv[2];
  numbers = argv + 3;
  if (!strcmp(what, "equal")) {
    among = EQUAL;
    manner = next();
    u64 expected = next();
    if (call(function) != expected)
      reach_error();
  } else if (!strcmp(what, "pairs")) {
    among = PAIRS;
    manner = next();
    int count = next();
    u64 expected[64];
    for (int at = 0; at < count; at++)
      expected[at] = next();
    u64 result = call(function);
    if (result != expected[combination])
      reach_error();
  } else if (!strcmp(what, "differs")) {
    u64 mask = next(), expected = next();
    if ((call(function) & mask) == expected)
      reach_error();
  } else {
    call(function);
  }
  return 0;
}

#endif
