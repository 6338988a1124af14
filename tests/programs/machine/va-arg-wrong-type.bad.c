//@ violation: bad-call
#include <stdarg.h>
static int first(int n, ...)
{
    va_list list;
    va_start(list, n);
    n = va_arg(list, int); //~ bad-call
    va_end(list);
    return n;
}
int main(void) { return first(0, 1.0); }
