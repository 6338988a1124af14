// A wait that has run out of time is taken for one that was woken.
//@ check: --clock ordered
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *fill(void *unused)
{
    pthread_mutex_lock(&lock);
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct timespec until;
    pthread_create(&thread, NULL, fill, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_mutex_lock(&lock);
    if (!full)
        pthread_cond_timedwait(&changed, &lock, &until);
    assert(full); //~ assertion
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
