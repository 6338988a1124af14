// Two processes that share memory and a semaphore with a name: a crash leaves nothing of either, so both begin anew.
//@ check: --restart 1
//@ native: no
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    sem_t *ready = sem_open("/ready", O_CREAT | O_EXCL, 0600, 0);
    assert(ready != SEM_FAILED);
    pid_t child = fork();
    if (child == 0) {
        sem_post(ready);
        _exit(0);
    }
    sem_wait(ready);
    assert(waitpid(child, NULL, 0) == child);
    sem_close(ready);
    sem_unlink("/ready");
    return 0;
}
