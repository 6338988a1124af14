// The environment has the variables that were given.
//@ check: --env HOME=/home/me --env EMPTY=
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    assert(strcmp(getenv("HOME"), "/home/me") == 0);
    assert(getenv("EMPTY")[0] == 0);
    return 0;
}
