// One thread frees, another one allocates before: both blocks are there at the same time.
//@ check: --addresses any
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *allocate(void *unused)
{
    (void)unused;
    return malloc(8);
}

int main(void)
{
    pthread_t thread;
    void *new;
    char *old = malloc(8);
    pthread_create(&thread, NULL, allocate, NULL);
    pthread_join(thread, &new);
    free(old);
    int same = old == new;
    free(new);
    assert(!same);
    return 0;
}
