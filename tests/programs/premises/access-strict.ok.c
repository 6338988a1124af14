// Whether there is a file that was not given.
//@ check: --strict
//@ unknown: no files but
#include <unistd.h>

int main(void)
{
    return access("/etc/passwd", R_OK) == 0;
}
