// Time passes while a thread sleeps.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timespec before, after, nap = { 1, 500000000 };
    time_t start = time(0);
    clock_gettime(CLOCK_MONOTONIC, &before);
    sleep(2);
    nanosleep(&nap, 0);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(after.tv_sec - before.tv_sec >= 3);
    assert(time(0) - start >= 3);
    return 0;
}
