// Other bits of addresses are anybody's guess.
//@ check: --addresses any
//@ unknown: where objects lie
#include <stdint.h>
#include <stdlib.h>

static char *buckets[16];

int main(void)
{
    char *key = malloc(8);
    buckets[((uintptr_t)key >> 4) % 16] = key;
    free(key);
    return 0;
}
