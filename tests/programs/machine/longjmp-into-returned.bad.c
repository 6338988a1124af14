//@ violation: bad-call
#include <setjmp.h>
static jmp_buf at;
static int set(void) { return setjmp(at); }
int main(void)
{
    set();
    longjmp(at, 1); //~ bad-call
}
