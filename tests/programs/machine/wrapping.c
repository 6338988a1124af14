//@ flags: -fwrapv
//@ exit: 0
#include <limits.h>
int main(void)
{
    volatile int x = INT_MAX, y = INT_MIN;
    volatile long l = LONG_MAX;
    x++;
    l *= 2;
    return x == INT_MIN && -y == INT_MIN && l == -2 ? 0 : 1;
}
