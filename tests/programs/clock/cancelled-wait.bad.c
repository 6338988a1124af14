// The time limit of a thread that was cancelled is nothing to wait for.
//@ check: --clock ordered
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *wait_for_input(void *unused)
{
    struct pollfd file = { ends[0], POLLIN, 0 };
    poll(&file, 1, 1000);
    return NULL;
}

int main(void)
{
    char byte;
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, NULL, wait_for_input, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    read(ends[0], &byte, 1); //~ deadlock
    return 0;
}
