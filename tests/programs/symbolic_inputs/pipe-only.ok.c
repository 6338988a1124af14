// A value that only a pipe holds keeps what was decided of it.
//@ native: no
#include <assert.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

static void send(int to) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x <= 100 || (x ^ y) != 1)
    x = 101, y = 100;
  write(to, &x, sizeof x);
  write(to, &y, sizeof y);
}

int main(void) {
  int ends[2], x, y;
  pipe(ends);
  send(ends[1]);
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_int() == i)
      break;
  read(ends[0], &x, sizeof x);
  read(ends[0], &y, sizeof y);
  assert(x > 100 && (x ^ y) == 1);
  return 0;
}
