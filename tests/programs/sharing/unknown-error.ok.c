// What is said of a number that means nothing stands in memory of each thread.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *one(void *unused)
{
    assert(strcmp(strerror(4711), "Unknown error 4711") == 0);
    return unused;
}

static void *two(void *unused)
{
    assert(strcmp(strerror(4712), "Unknown error 4712") == 0);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
