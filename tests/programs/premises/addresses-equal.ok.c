// That different objects have different addresses is so wherever they lie, and so is what pointers into one have in common.
//@ check: --addresses any --strict
#include <assert.h>
#include <stdint.h>

static int first[4], second;

int main(void)
{
    assert(first != &second);
    assert((uintptr_t)&first[3] - (uintptr_t)first == 3 * sizeof(int));
    assert((uintptr_t)first < (uintptr_t)&first[1]);
    assert((uintptr_t)first != 0 && ((uintptr_t)&second & 3) == 0);
    return 0;
}
