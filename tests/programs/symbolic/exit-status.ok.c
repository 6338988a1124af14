// What `main` returns is told to functions that run at the end, whatever it can be.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
int on_exit(void (*)(int, void *), void *);

static void at_end(int status, void *most) {
  assert(status < *(int *)most);
}

int main(void) {
  static int most = 8;
  on_exit(at_end, &most);
  return __VERIFIER_nondet_int() & 7;
}
