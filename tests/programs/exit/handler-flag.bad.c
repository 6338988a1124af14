// A thread finds out that handlers run already.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int closing;

static void begin(void)
{
    closing = 1;
}

static void *work(void *unused)
{
    assert(!closing); //~ assertion
    return unused;
}

int main(void)
{
    pthread_t worker;
    atexit(begin);
    pthread_create(&worker, 0, work, 0);
    pthread_detach(worker);
    return 0;
}
