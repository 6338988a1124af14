// main leaves; the program ends with its last thread, which runs the handlers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

static void *work(void *unused)
{
    done++;
    return unused;
}

static void last(void)
{
    pthread_t another;
    assert(done == 1);
    pthread_create(&another, 0, work, 0);
    pthread_join(another, 0);
    assert(done == 2);
}

int main(void)
{
    pthread_t worker;
    atexit(last);
    pthread_create(&worker, 0, work, 0);
    pthread_detach(worker);
    pthread_exit(0);
}
