// The text of one thread is where the other one writes its own.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static char first_text[32];
static const time_t day = 86400;

static void *one(void *unused)
{
    nice(1);
    ctime_r(&day, first_text); //~| data-race
    return unused;
}

static void *two(void *unused)
{
    nice(1);
    ctime_r(&day, first_text); //~| data-race
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
