// Whether memory that was freed is used again at once is taken for granted, and the answer says so.
//@ check: --strict --fail malloc=1
//@ unknown: no address is used again
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    void *old = malloc(8);
    uintptr_t before = (uintptr_t)old;
    free(old);
    void *new = malloc(8);
    if (new && before == (uintptr_t)new)
        abort();
    free(new);
    return 0;
}
