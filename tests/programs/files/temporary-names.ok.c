// Two threads make files with new names, which differ.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char first_name[] = "/tmp/aXXXXXX", second_name[] = "/tmp/aXXXXXX";

static void *one(void *unused)
{
    assert(mkstemp(first_name) >= 0);
    return unused;
}

static void *two(void *unused)
{
    assert(mkstemp(second_name) >= 0);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(strcmp(first_name, second_name) != 0);
    return 0;
}
