// The sign of the gamma function is in one variable for all threads.
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <pthread.h>

static void *one(void *unused)
{
    volatile double x = -0.5;
    lgamma(x); //~| data-race
    return unused;
}

static void *two(void *unused)
{
    volatile double x = 2.5;
    lgamma(x); //~| data-race
    assert(signgam == 1); //~| data-race
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
