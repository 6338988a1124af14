// A handler counts while a thread counts.
#include <pthread.h>
#include <stdlib.h>

static int count;

static void last(void)
{
    count++; //~| data-race
}

static void *work(void *unused)
{
    count++; //~| data-race
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_attr_t attributes;
    atexit(last);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&worker, &attributes, work, 0);
    exit(0);
}
