// Runs that come to the same files and the same position in them come to the same state.
//@ states: 4
#include <assert.h>
#include <fcntl.h>
#include <gmc.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/gmc-a", O_RDWR | O_CREAT, 0644);
    if (gmc_choose(2)) {
        assert(write(file, "ab", 2) == 2);
    } else {
        assert(write(file, "x", 1) == 1);
        assert(lseek(file, 0, SEEK_SET) == 0);
        assert(write(file, "a", 1) == 1);
        assert(write(file, "b", 1) == 1);
    }
    gmc_choose(2);
    return 0;
}
