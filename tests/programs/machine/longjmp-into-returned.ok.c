//@ exit: 0
#include <setjmp.h>
static jmp_buf at;
int main(void)
{
    if (setjmp(at))
        return 0;
    longjmp(at, 1);
}
