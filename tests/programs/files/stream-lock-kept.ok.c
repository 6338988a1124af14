// A thread gives the stream back before it ends.
#include <pthread.h>
#include <stdio.h>

static void *work(void *unused)
{
    flockfile(stdout);
    puts("mine");
    funlockfile(stdout);
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    puts("never");
    return 0;
}
