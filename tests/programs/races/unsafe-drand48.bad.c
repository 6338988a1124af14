// Nothing keeps two threads from drawing at once.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static void *one(void *unused)
{
    lrand48(); //~| data-race
    return unused;
}

static void *two(void *unused)
{
    drand48(); //~| data-race
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
