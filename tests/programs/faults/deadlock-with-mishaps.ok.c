// That a wait could be interrupted is not needed: somebody posts.
//@ check: --fail wait=1
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *produce(void *unused)
{
    sem_post(&ready);
    return unused;
}

int main(void)
{
    pthread_t other;
    sem_init(&ready, 0, 0);
    pthread_create(&other, NULL, produce, NULL);
    int interrupted = sem_wait(&ready);
    pthread_join(other, NULL);
    return interrupted ? 0 : 0;
}
