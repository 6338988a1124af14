// An operation that may fail without a reason does not.
//@ check: --strict
//@ unknown: compare-and-exchange
#include <assert.h>
#include <stdatomic.h>

static atomic_int flag;

int main(void)
{
    int expected = 0;
    assert(atomic_compare_exchange_weak(&flag, &expected, 1));
    return 0;
}
