// A jump back that never ends, out of calls that get deeper.
#include <setjmp.h>
static jmp_buf start;
static volatile unsigned rounds;
static void down(unsigned n) {
  if (!n)
    longjmp(start, 1);
  down(n - 1);
}
int main(void) {
  setjmp(start);
  rounds++;
  down(rounds % 1000);
}
