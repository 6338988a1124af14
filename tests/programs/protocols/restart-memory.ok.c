// A ticket is taken at most once: that it was taken is written down before it is used.
//@ check: --restart 2
//@ native: no
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    int taken = open("/tmp/taken", O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (taken < 0)
        return 0; /* perhaps it was used, perhaps not */
    close(taken);
    assert(mkdir("/tmp/used", 0700) == 0);
    return 0;
}
