// A handler takes a lock that a thread may hold when the program comes to its end.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int from, to;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    from--;
    to++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void balance(void)
{
    pthread_mutex_lock(&lock);
    assert(from + to == 0);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t worker;
    atexit(balance);
    pthread_create(&worker, 0, work, 0);
    return 0;
}
