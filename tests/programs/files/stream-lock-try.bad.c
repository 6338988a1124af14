// The stream is used and given back whether it was locked or not.
#include <pthread.h>
#include <stdio.h>

static int value;

static void *work(void *unused)
{
    ftrylockfile(stderr);
    value++; //~| data-race
    funlockfile(stderr); //~| lock-misuse
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    flockfile(stderr);
    value++; //~| data-race
    funlockfile(stderr);
    pthread_join(worker, 0);
    return 0;
}
