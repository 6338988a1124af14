// A wait that has run out of time says so, and only then: and no time is up before the clock shows it.
//@ check: --clock ordered
#include <assert.h>
#include <errno.h>
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
    struct timespec until, now;
    int outcome = 0;
    pthread_create(&thread, NULL, fill, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_mutex_lock(&lock);
    while (!full && outcome == 0)
        outcome = pthread_cond_timedwait(&changed, &lock, &until);
    assert(full || outcome == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(outcome == 0 || now.tv_sec >= until.tv_sec);
    pthread_join(thread, NULL);
    return 0;
}
