// The order of two objects is taken for granted.
//@ check: --addresses any
//@ unknown: where objects lie
#include <assert.h>
#include <stdint.h>

static int first, second;

int main(void)
{
    assert((uintptr_t)&first < (uintptr_t)&second);
    return 0;
}
