// So much memory is not to be had here, but may be elsewhere.
//@ check: --strict
//@ unknown: 4 GiB of memory
#include <stdlib.h>

int main(void)
{
    char *block = malloc(1ul << 33);
    free(block);
    return 0;
}
