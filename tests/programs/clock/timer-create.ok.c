// A timer sends what it was given along.
//@ check: --clock ordered
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <time.h>

int main(void)
{
    sigset_t set;
    siginfo_t info;
    timer_t timer;
    struct sigevent event;
    struct itimerspec time = { { 0, 0 }, { 2, 0 } };
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGUSR1;
    event.sigev_value.sival_int = 42;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &time, NULL);
    assert(sigwaitinfo(&set, &info) == SIGUSR1);
    assert(info.si_value.sival_int == 42);
    timer_delete(timer);
    return 0;
}
