// That one thread sleeps longer than another does not order them: the other may be late.
//@ check: --clock ordered
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void *prepare(void *unused)
{
    sleep(1);
    ready = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, prepare, NULL);
    sleep(5);
    assert(ready); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
