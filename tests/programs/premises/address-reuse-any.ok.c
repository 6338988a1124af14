// Where objects can lie anywhere, what depends on it is not known.
//@ check: --addresses any
//@ unknown: where objects lie
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
        abort();
    return 0;
}
