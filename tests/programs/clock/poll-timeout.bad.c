// When `poll` has run out of time, there is nothing to read.
//@ check: --clock ordered
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *close_late(void *unused)
{
    sleep(1);
    return NULL;
}

int main(void)
{
    char byte;
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, NULL, close_late, NULL);
    struct pollfd file = { ends[0], POLLIN, 0 };
    poll(&file, 1, 2000);
    read(ends[0], &byte, 1); //~ deadlock
    pthread_join(thread, NULL);
    return 0;
}
