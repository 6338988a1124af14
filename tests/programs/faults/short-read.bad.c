// A read may give less than asked for, which nobody looks at.
//@ check: --fail read=1
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char bytes[4];
    int file = open("/dev/zero", O_RDONLY);
    assert(file >= 0);
    if (read(file, bytes, sizeof bytes) <= 0)
        return 1;
    close(file);
    return bytes[3] != 0; //~ uninitialized-read
}
