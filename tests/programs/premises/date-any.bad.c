// It is not always the same year.
//@ check: --clock any
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t now = time(0);
    assert(now < 1000000000); //~ assertion
    return 0;
}
