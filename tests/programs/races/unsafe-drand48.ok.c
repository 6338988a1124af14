// Nothing keeps two threads from drawing at once: with a lock, that is in order.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *unused)
{
    pthread_mutex_lock(&mutex);
    lrand48();
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *two(void *unused)
{
    pthread_mutex_lock(&mutex);
    drand48();
    pthread_mutex_unlock(&mutex);
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
