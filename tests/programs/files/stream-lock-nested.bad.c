// The stream is given back too early.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int inside;

static void *work(void *unused)
{
    flockfile(stdout);
    inside++; //~| data-race
    funlockfile(stdout);
    assert(inside == 1); //~| data-race
    inside--; //~| data-race
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
