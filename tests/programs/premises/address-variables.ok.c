// Variables lie in any order, but in one.
//@ check: --addresses any --strict
#include <assert.h>
#include <stdint.h>

static int first, second;

int main(void)
{
    int local;
    if ((uintptr_t)&local > (uintptr_t)&first)
        assert((uintptr_t)&first < (uintptr_t)&second || (uintptr_t)&second < (uintptr_t)&local);
    return 0;
}
