//@ exit: 0
#include <stdarg.h>
static int third(int n, ...)
{
    va_list list;
    va_start(list, n);
    (void) va_arg(list, int);
    (void) va_arg(list, double);
    n = va_arg(list, int);
    va_end(list);
    return n;
}
int main(void) { return third(0, 1, 2.0, 3) == 3 ? 0 : 1; }
