// ESBMC's regression/esbmc/github_24, reduced: glibc gives the second block the address of the first.
//@ check: --addresses any
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    void *y = malloc(8);
    uintptr_t a = (uintptr_t)y;
    free(y);
    void *x = malloc(8);
    uintptr_t b = (uintptr_t)x;
    if (a == b)
        free(x);
    free(x); //~ double-free
}
