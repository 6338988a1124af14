// A jump goes back into a function that still runs.
#include <setjmp.h>

static sigjmp_buf place;

static int prepare(void) { return sigsetjmp(place, 1); }

int main(void) {
  prepare();
  if (sigsetjmp(place, 1) == 0) siglongjmp(place, 1);
  return 0;
}
