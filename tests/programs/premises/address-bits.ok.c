// Likewise if they are only masked, or hidden under a key.
//@ check: --addresses any
//@ unknown: where objects lie
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *key = malloc(8);
    int far = ((uintptr_t)key & 0xff0) == 0x40;
    free(key);
    return far && !key;
}
