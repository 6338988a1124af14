// The times that a process has spent go to memory that another thread reads.
#include <pthread.h>
#include <sys/times.h>

static struct tms spent;
static volatile long seen;

static void *one(void *unused)
{
    times(&spent); //~| data-race
    return unused;
}

static void *two(void *unused)
{
    seen = spent.tms_utime; //~| data-race
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
