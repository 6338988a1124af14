// Whether there is a terminal is made up.
//@ check: --strict
//@ unknown: terminals
#include <unistd.h>

int main(void)
{
    return isatty(1);
}
