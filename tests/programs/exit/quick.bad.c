// One thread calls quick_exit, the other one exit: the handlers of exit may run.
#include <pthread.h>
#include <stdlib.h>

static void never(void)
{
    abort(); //~ abort
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
    pthread_create(&worker, 0, work, 0);
    exit(0);
}
