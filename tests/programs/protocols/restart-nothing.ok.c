// Where a host loses its files, too, each start is the first one.
//@ check: --restart 1 --restart-keeps nothing
//@ native: no
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/once", O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert(file >= 0);
    close(file);
    return 0;
}
