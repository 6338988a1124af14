// A block may get the address of one that was freed: a pointer that is kept may be equal to a new one.
//@ check: --addresses any
//@ trace: is where
#include <stdlib.h>

int main(void)
{
    char *old = malloc(8);
    char *kept = old;
    free(old);
    char *new = malloc(8);
    int same = kept == new;
    free(new);
    if (same)
        abort(); //~ abort
    return 0;
}
