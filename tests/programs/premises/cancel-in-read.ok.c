// Who waits for a pipe can be cancelled there.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *work(void *unused)
{
    char byte;
    read(ends[0], &byte, 1);
    return unused;
}

int main(void)
{
    pthread_t worker;
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&worker, 0, work, 0);
    pthread_cancel(worker);
    pthread_join(worker, 0);
    return 0;
}
