// What is left of a sleep that a signal has ended: deadlines pass in their order.
//@ check: --clock ordered
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t rung;

static void ring(int signal)
{
    rung = 1;
}

int main(void)
{
    struct timespec time = { 3, 0 }, left = { 7, 7 };
    signal(SIGALRM, ring);
    alarm(1);
    int outcome = nanosleep(&time, &left);
    if (outcome == 0)
        assert(left.tv_sec == 7);
    else
        assert(errno == EINTR && left.tv_sec >= 2 && left.tv_sec <= 3 && left.tv_nsec == 0);
    assert(rung);
    return 0;
}
