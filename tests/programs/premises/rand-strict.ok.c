// Which numbers rand returns is taken for granted, and the answer says so.
//@ check: --strict
//@ unknown: random numbers are those of glibc
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(rand() % 1000 != 3);
    return 0;
}
