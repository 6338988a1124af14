// A read that was interrupted counts as a failure.
//@ check: --fail read=1
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char byte;
    int file = open("/dev/zero", O_RDONLY);
    assert(file >= 0);
    ssize_t count;
    do
        count = read(file, &byte, 1);
    while (0);
    assert(count == 1 || errno == EIO); //~ assertion
    close(file);
    return 0;
}
