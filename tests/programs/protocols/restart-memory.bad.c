// A ticket is used, and only then written down: who crashes in between uses it again.
//@ check: --restart 1
//@ native: no
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat is;
    if (stat("/tmp/taken", &is) == 0)
        return 0;
    assert(mkdir("/tmp/used", 0700) == 0); //~ assertion
    int taken = open("/tmp/taken", O_WRONLY | O_CREAT | O_EXCL, 0600);
    close(taken);
    return 0;
}
