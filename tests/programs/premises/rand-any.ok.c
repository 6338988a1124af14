// rand never returns anything else than a number up to RAND_MAX.
//@ check: --rand any
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand(7);
    int number = rand();
    assert(number >= 0 && number <= RAND_MAX);
    return 0;
}
