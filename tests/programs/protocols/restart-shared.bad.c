// A lock that is a file is there after a crash, and nobody is left to remove it.
//@ check: --restart 1
//@ native: no
#include <assert.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int lock = open("/tmp/lock", O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert(lock >= 0); //~ assertion
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    assert(waitpid(child, NULL, 0) == child);
    close(lock);
    unlink("/tmp/lock");
    return 0;
}
