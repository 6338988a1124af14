// ftrylockfile does not wait, and says whether it has locked the stream.
#include <pthread.h>
#include <stdio.h>

static int value;

static void *work(void *unused)
{
    if (ftrylockfile(stderr) == 0) {
        value++;
        funlockfile(stderr);
    }
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    flockfile(stderr);
    value++;
    funlockfile(stderr);
    pthread_join(worker, 0);
    return 0;
}
