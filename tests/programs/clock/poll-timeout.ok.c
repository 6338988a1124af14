// A system in which time can pass is in no deadlock.
//@ check: --clock ordered
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *write_late(void *unused)
{
    sleep(1);
    write(ends[1], "x", 1);
    return NULL;
}

int main(void)
{
    char byte;
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, NULL, write_late, NULL);
    struct pollfd file = { ends[0], POLLIN, 0 };
    if (poll(&file, 1, 2000) == 1)
        read(ends[0], &byte, 1);
    pthread_join(thread, NULL);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
