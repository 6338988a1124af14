// Waiting for a semaphore may end without it, which is looked at.
//@ check: --fail wait=1
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int value;

static void *produce(void *unused)
{
    value = 3;
    sem_post(&ready);
    return unused;
}

int main(void)
{
    pthread_t other;
    sem_init(&ready, 0, 0);
    pthread_create(&other, NULL, produce, NULL);
    while (sem_wait(&ready) != 0 && errno == EINTR)
        ;
    int found = value;
    pthread_join(other, NULL);
    return found != 3;
}
