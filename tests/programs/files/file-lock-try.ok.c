// An open file has the lock; another one of the same file cannot have it, and shares it later.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int main(void)
{
    int first = open("/tmp/lock", O_RDWR | O_CREAT, 0600), second = open("/tmp/lock", O_RDWR), copy = dup(first);
    assert(flock(first, LOCK_EX) == 0 && flock(copy, LOCK_EX | LOCK_NB) == 0);
    assert(flock(second, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK);
    assert(flock(copy, LOCK_SH) == 0 && flock(second, LOCK_SH) == 0);
    assert(flock(first, LOCK_UN) == 0 && flock(second, LOCK_EX | LOCK_NB) == 0);
    return 0;
}
