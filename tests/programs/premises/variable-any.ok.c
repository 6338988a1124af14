// What a variable is that was not given nobody knows.
//@ check: --env any --env HOME=/home/me
//@ unknown: --env PATH=VALUE
#include <stdlib.h>
#include <string.h>

int main(void)
{
    return getenv("HOME") == 0 || strlen(getenv("PATH")) == 0;
}
