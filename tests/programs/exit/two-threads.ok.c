// Of two threads that end the program one runs the handlers, and the other waits.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int runs;

static void last(void)
{
    assert(++runs == 1);
}

static void *work(void *unused)
{
    exit(0);
    return unused;
}

int main(void)
{
    pthread_t worker;
    atexit(last);
    pthread_create(&worker, 0, work, 0);
    return 0;
}
