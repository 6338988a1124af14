// Which of two blocks lies lower is open: the first one need not.
//@ check: --addresses any
//@ trace: lies below
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *first = malloc(8), *second = malloc(8);
    int rises = (uintptr_t)first < (uintptr_t)second;
    free(first);
    free(second);
    assert(rises); //~ assertion
    return 0;
}
