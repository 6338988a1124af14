// What is written in pieces is written to the end.
//@ check: --fail write=1
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int put(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t count = write(file, text, length);
        if (count < 0)
            return 1;
        text += count;
        length -= count;
    }
    return 0;
}

int main(void)
{
    int file = open("/tmp/gmc-a", O_RDWR | O_CREAT, 0600);
    assert(file >= 0);
    if (put(file, "abcd", 4) == 0) {
        char found[4];
        assert(pread(file, found, 4, 0) == 4 && memcmp(found, "abcd", 4) == 0);
    }
    close(file);
    return 0;
}
