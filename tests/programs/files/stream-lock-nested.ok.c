// A thread can lock a stream twice; it is free when it was given back twice.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int inside;

static void *work(void *unused)
{
    flockfile(stdout);
    flockfile(stdout);
    inside++;
    funlockfile(stdout);
    assert(inside == 1);
    inside--;
    funlockfile(stdout);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
