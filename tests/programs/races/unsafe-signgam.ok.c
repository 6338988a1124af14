// The sign of the gamma function has a variable of its own in each thread.
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <pthread.h>

static void *one(void *unused)
{
    int sign;
    lgamma_r(-0.5, &sign);
    assert(sign == -1);
    return unused;
}

static void *two(void *unused)
{
    volatile double x = 2.5;
    lgamma(x);
    assert(signgam == 1);
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
