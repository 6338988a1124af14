// rand can return anything up to RAND_MAX, whatever it was seeded with.
//@ check: --rand any
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand(7);
    assert(rand() % 1000 != 3); //~ assertion
    return 0;
}
