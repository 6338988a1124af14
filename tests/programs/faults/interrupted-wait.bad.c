// Waiting for a semaphore may end without it.
//@ check: --fail wait=1
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int value;

static void *produce(void *unused)
{
    value = 3; //~| data-race
    sem_post(&ready);
    return unused;
}

int main(void)
{
    pthread_t other;
    sem_init(&ready, 0, 0);
    pthread_create(&other, NULL, produce, NULL);
    sem_wait(&ready);
    int found = value; //~| data-race
    pthread_join(other, NULL);
    return found != 3;
}
