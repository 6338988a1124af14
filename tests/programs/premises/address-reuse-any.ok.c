// A block may get the address of one that was freed, but not of one that is there at the same time; and whoever asks again gets
// the same answer.
//@ check: --addresses any
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *old = malloc(8), *other = malloc(8);
    uintptr_t before = (uintptr_t)old;
    free(old);
    char *new = malloc(8), *newer = malloc(8);
    int same = before == (uintptr_t)new;
    if (same != (old == new) || same && old == newer)
        abort();
    if (other == new || other == old || new == newer)
        abort();
    free(new);
    free(newer);
    free(other);
    return 0;
}
