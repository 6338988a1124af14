// Variables lie in any order, too.
//@ check: --addresses any
#include <assert.h>
#include <stdint.h>

static int first, second;

int main(void)
{
    int local;
    assert((uintptr_t)&local > (uintptr_t)&first || (uintptr_t)&first < (uintptr_t)&second); //~ assertion
    return 0;
}
