// A thread waits for the lock that its own other open file has.
#include <assert.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int main(void)
{
    int first = open("/tmp/lock", O_RDWR | O_CREAT, 0600), second = open("/tmp/lock", O_RDWR);
    assert(flock(first, LOCK_EX) == 0);
    flock(second, LOCK_SH); //~ deadlock
    return 0;
}
