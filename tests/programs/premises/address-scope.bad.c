// A variable may lie where another one lay whose scope has ended.
//@ check: --addresses any
#include <assert.h>

static int *kept;

static void keep(void)
{
    int local = 1;
    kept = &local;
}

static int is_kept(void)
{
    int local = 2;
    return kept == &local;
}

int main(void)
{
    keep();
    assert(!is_kept()); //~ assertion
    return 0;
}
