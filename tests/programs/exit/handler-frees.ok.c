// The handler waits for the thread before it frees what that one uses.
#include <pthread.h>
#include <stdlib.h>

static int *table;
static pthread_t worker;

static void clean(void)
{
    pthread_join(worker, 0);
    free(table);
}

static void *work(void *unused)
{
    *table = 2;
    return unused;
}

int main(void)
{
    table = malloc(sizeof *table);
    atexit(clean);
    pthread_create(&worker, 0, work, 0);
    return 0;
}
