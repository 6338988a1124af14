// A read that was interrupted is made again.
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
    while (count < 0 && errno == EINTR);
    assert(count == 1 || errno == EIO);
    close(file);
    return 0;
}
