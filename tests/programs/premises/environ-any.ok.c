// Where the environment can be anything, nobody can look through it.
//@ check: --env any
//@ unknown: environ
#include <stddef.h>

extern char **environ;

int main(void)
{
    return environ[0] != NULL;
}
