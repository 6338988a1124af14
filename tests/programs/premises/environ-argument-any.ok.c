// Nor through that of `main`.
//@ check: --env any
//@ unknown: third argument
#include <stddef.h>

int main(int count, char **arguments, char **environment)
{
    return environment[0] != NULL;
}
