// Who ends the program at once runs no handler.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int count;

static void last(void)
{
    count++;
}

static void *work(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_attr_t attributes;
    atexit(last);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&worker, &attributes, work, 0);
    _exit(0);
}
