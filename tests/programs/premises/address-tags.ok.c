// The lowest bits of addresses, casts back and forth, and what differs from null do not depend on where objects lie.
//@ check: --addresses any
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    uintptr_t tagged;
    int kind;
};

static int kinds[4] = {3, 1, 4, 1};

int main(void)
{
    int *number = malloc(sizeof *number), *other = malloc(sizeof *other);
    if (number && other) {
        *number = 42;
        struct entry entry = {(uintptr_t)number | 1, 0}, copy;
        memcpy(&copy, &entry, sizeof copy);
        int tag = (uintptr_t)number & 7;
        unsigned char mark = (uintptr_t)copy.tagged & 3;
        assert(((uintptr_t)number & 7) == 0 && tag == 0 && mark == 1);
        assert((copy.tagged & 1) && kinds[copy.tagged & 3] == 1);
        assert(*(int *)(copy.tagged & ~(uintptr_t)3) == 42);
        assert((int *)(copy.tagged - 1) == number && copy.tagged != (uintptr_t)other);
        assert((uintptr_t)number != ((uintptr_t)other | 1));
    }
    free(number);
    free(other);
    return 0;
}
