// A process has a number that is not 0.
//@ check: --ids any
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(getpid() != 0);
    return 0;
}
