// A thread registers a handler while handlers run: between the two others, if it happens so.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int steps;

static void first(void)
{
    steps = 1;
}

static void between(void)
{
    assert(steps != 1); //~ assertion
}

static void second(void)
{
    steps = 2;
}

static void *work(void *unused)
{
    atexit(between);
    return unused;
}

int main(void)
{
    pthread_t worker;
    atexit(second);
    atexit(first);
    pthread_create(&worker, 0, work, 0);
    return 0;
}
