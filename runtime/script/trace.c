/* What `call-tracer` calls: prints calls to standard error, before they are made and after they have returned. */
#include <stdio.h>

static __thread int depth;

void gmc_before_call(const char *function, const char *file, int line)
{
  fprintf(stderr, "%*s> %s (%s:%d)\n", 2 * depth++, "", function, file, line);
}

void gmc_after_call(const char *function, const char *file, int line)
{
  fprintf(stderr, "%*s< %s (%s:%d)\n", 2 * --depth, "", function, file, line);
}
