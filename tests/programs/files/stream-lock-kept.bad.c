// A thread ends with the stream locked: who prints waits for ever.
#include <pthread.h>
#include <stdio.h>

static void *work(void *unused)
{
    flockfile(stdout);
    puts("mine");
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    puts("never"); //~ deadlock
    return 0;
}
