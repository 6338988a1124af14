// A file that is made once is there when the host has crashed and starts again.
//@ check: --restart 1
//@ native: no
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/once", O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert(file >= 0); //~ assertion
    close(file);
    return 0;
}
