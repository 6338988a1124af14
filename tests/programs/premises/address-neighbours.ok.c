// Nor is it known whether a block begins where another one ends.
//@ check: --addresses any
//@ unknown: where objects lie
#include <stdlib.h>

int main(void)
{
    char *one = malloc(16), *two = malloc(16);
    int next = one + 16 == two;
    free(one);
    free(two);
    return next && !one;
}
