// Variables that are there at the same time lie apart.
//@ check: --addresses any --strict
#include <assert.h>

static int *kept;

static int is_kept(void)
{
    int local = 2;
    return kept == &local;
}

int main(void)
{
    int local = 1;
    kept = &local;
    assert(!is_kept());
    return 0;
}
