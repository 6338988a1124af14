// Who is cancelled while it writes keeps its lock for ever.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    write(1, "x", 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    pthread_cancel(worker);
    pthread_join(worker, 0);
    pthread_mutex_lock(&lock); //~ deadlock
    pthread_mutex_unlock(&lock);
    return 0;
}
