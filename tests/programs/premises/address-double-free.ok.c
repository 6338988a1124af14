// Wherever the second block is, it is freed once.
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
    else
        free(x);
}
