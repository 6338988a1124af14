//@ exit: 0
#include <setjmp.h>
static jmp_buf at;
static void leave(int n) { if (n == 0) longjmp(at, 5); leave(n - 1); }
int main(void)
{
    volatile int rounds = 0;
    int value = setjmp(at);
    if (value == 0)
        leave(3);
    rounds++;
    if (rounds == 1)
        longjmp(at, 0);
    return value == 1 && rounds == 2 ? 0 : 1;
}
