// The handler waits for a thread that waits for the handlers.
#include <pthread.h>
#include <stdlib.h>

static pthread_t worker;

static void last(void)
{
    pthread_join(worker, 0); //~| deadlock //~| thread-misuse
}

static void *work(void *unused)
{
    exit(1); //~| deadlock
    return unused;
}

int main(void)
{
    pthread_create(&worker, 0, work, 0);
    atexit(last);
    return 0;
}
