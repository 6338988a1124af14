// One thread frees, another one allocates: the new block may be where the old one was if that was freed before.
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
    free(old);
    pthread_join(thread, &new);
    int same = old == new;
    free(new);
    assert(!same); //~ assertion
    return 0;
}
