// The environment has no others.
//@ check: --env HOME=/home/me
#include <stdlib.h>
#include <string.h>

int main(void)
{
    return strlen(getenv("PATH")) == 0; //~ null-dereference
}
