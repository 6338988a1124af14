// There may be no room for another thread.
//@ check: --fail pthread_create=1
#include <pthread.h>

static int n;

static void *work(void *unused)
{
    n++;
    return unused;
}

int main(void)
{
    pthread_t other;
    if (pthread_create(&other, NULL, work, NULL) == 0)
        pthread_join(other, NULL);
    else
        work(NULL);
    return n != 1;
}
