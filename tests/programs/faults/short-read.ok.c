// A read may give less than asked for, and is made again.
//@ check: --fail read=1
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char bytes[4];
    int file = open("/dev/zero", O_RDONLY);
    assert(file >= 0);
    for (size_t done = 0; done < sizeof bytes;) {
        ssize_t count = read(file, bytes + done, sizeof bytes - done);
        if (count <= 0) {
            close(file);
            return 1;
        }
        done += count;
    }
    close(file);
    return bytes[3] != 0;
}
