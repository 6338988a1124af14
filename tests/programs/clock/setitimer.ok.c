// A watchdog that repeats, and is put off before it matters.
//@ check: --clock ordered
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;

static void tick(int signal)
{
    ticks = 1;
}

int main(void)
{
    struct itimerval each = { { 1, 0 }, { 1, 0 } }, left;
    signal(SIGALRM, tick);
    setitimer(ITIMER_REAL, &each, NULL);
    sleep(3);
    memset(&each, 0, sizeof each);
    setitimer(ITIMER_REAL, &each, &left);
    assert(left.it_interval.tv_sec == 1 && left.it_value.tv_sec == 1);
    assert(ticks);
    return 0;
}
