// There may be no room for another thread, and nobody waits for one that is not.
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
    pthread_create(&other, NULL, work, NULL);
    pthread_join(other, NULL); //~ uninitialized-read
    return n != 1;
}
