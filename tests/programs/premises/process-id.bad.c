// The process can have any number.
//@ check: --ids any
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(getpid() != 1234); //~ assertion
    return 0;
}
