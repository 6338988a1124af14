// quick_exit has handlers of its own, the last first, and runs them once although two threads call it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int steps;

static void earlier(void)
{
    assert(++steps == 2);
}

static void later(void)
{
    assert(++steps == 1);
}

static void never(void)
{
    abort();
}

static void *work(void *unused)
{
    quick_exit(0);
    return unused;
}

int main(void)
{
    pthread_t worker;
    atexit(never);
    at_quick_exit(earlier);
    at_quick_exit(later);
    pthread_create(&worker, 0, work, 0);
    quick_exit(0);
}
