// A handler waits for a lock whose holder waits for something that nobody does any more.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t more;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    sem_wait(&more); //~| deadlock
    pthread_mutex_unlock(&lock);
    return unused;
}

static void balance(void)
{
    pthread_mutex_lock(&lock); //~| deadlock
    sem_post(&more);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t worker;
    sem_init(&more, 0, 0);
    atexit(balance);
    pthread_create(&worker, 0, work, 0);
    return 0;
}
