// longjmp back through several calls, values that survive, and setjmp in a loop.
#include <setjmp.h>

static jmp_buf top;
static int unwound;

static void deep(int n) {
  if (n == 0)
    longjmp(top, 7);
  deep(n - 1);
  unwound++;
}

int main(void) {
  volatile int tries = 0;
  int r = setjmp(top);
  if (r == 0) {
    tries = 1;
    deep(5);
    return 2;
  }
  if (r != 7 || tries != 1 || unwound)
    return 3;
  for (volatile int i = 0; i < 3; i++) {
    jmp_buf here;
    switch (setjmp(here)) {
    case 0:
      longjmp(here, i + 1);
    case 1:
    case 2:
    case 3:
      tries += 10;
      break;
    default:
      return 4;
    }
  }
  if (setjmp(top) == 0)
    longjmp(top, 0);
  return tries == 31 ? 0 : 5;
}
