// A handler waits in a loop for what another thread does during exit.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int closing, closed;

static void *work(void *unused)
{
    while (!closing)
        ;
    closed = 1;
    return unused;
}

static void close_all(void)
{
    closing = 1;
    while (!closed)
        ;
}

int main(void)
{
    pthread_t worker;
    atexit(close_all);
    pthread_create(&worker, 0, work, 0);
    exit(0);
}
