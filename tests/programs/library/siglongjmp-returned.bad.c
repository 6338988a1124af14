// A jump goes back into a function that has returned.
#include <setjmp.h>

static sigjmp_buf place;

static int prepare(void) { return sigsetjmp(place, 1); }

int main(void) {
  prepare();
  siglongjmp(place, 1); //~ bad-call: has returned already
  return 0;
}
