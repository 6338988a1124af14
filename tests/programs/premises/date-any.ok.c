// It is never before 1970.
//@ check: --clock any
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void)
{
    struct timeval now;
    gettimeofday(&now, 0);
    assert(time(0) >= 0 && now.tv_usec < 1000000);
    return 0;
}
