// The user can be root.
//@ check: --ids any
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(getuid() != 0); //~ assertion
    return 0;
}
