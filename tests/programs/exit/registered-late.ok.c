// A handler that was registered before they run is called first.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int steps;

static void first(void)
{
    steps = 1;
}

static void before(void)
{
    assert(steps == 0);
}

static void second(void)
{
    steps = 2;
}

static void *work(void *unused)
{
    atexit(before);
    return unused;
}

int main(void)
{
    pthread_t worker;
    atexit(second);
    atexit(first);
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    return 0;
}
