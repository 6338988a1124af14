// The way out after a failure gives the lock back.
//@ check: --fail malloc=1
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *shared;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    char *mine = malloc(1);
    if (!mine) {
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    free(shared);
    shared = mine;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t other;
    if (pthread_create(&other, NULL, work, NULL) != 0)
        return 1;
    work(NULL);
    pthread_join(other, NULL);
    free(shared);
    return 0;
}
