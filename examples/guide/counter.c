// Two threads count. With -DLOCK, they take turns.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *arg)
{
#ifdef LOCK
    pthread_mutex_lock(&lock);
#endif
    counter++;
#ifdef LOCK
    pthread_mutex_unlock(&lock);
#endif
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    (void)lock;
    assert(counter == 2);
    return 0;
}
