// Which thread is the last one is not known: it may be main.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t first;

static void *work(void *unused)
{
    return unused;
}

static void last(void)
{
    assert(!pthread_equal(first, pthread_self())); //~ assertion
}

int main(void)
{
    pthread_t worker;
    first = pthread_self();
    atexit(last);
    pthread_create(&worker, 0, work, 0);
    pthread_detach(worker);
    pthread_exit(0);
}
