// The other threads go on while handlers of atexit run: this one uses what the handler has freed.
#include <pthread.h>
#include <stdlib.h>

static int *table;

static void clean(void)
{
    free(table);
}

static void *work(void *unused)
{
    *table = 2; //~ use-after-free
    return unused;
}

int main(void)
{
    pthread_t worker;
    table = malloc(sizeof *table);
    atexit(clean);
    pthread_create(&worker, 0, work, 0);
    return 0;
}
