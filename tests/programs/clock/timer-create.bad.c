// A timer without an event sends SIGALRM, which ends the program's wait for another signal, and the program.
//@ check: --clock ordered
#include <signal.h>
#include <time.h>

int main(void)
{
    sigset_t set;
    int got;
    timer_t timer;
    struct itimerspec time = { { 0, 0 }, { 2, 0 } };
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    timer_create(CLOCK_MONOTONIC, NULL, &timer);
    timer_settime(timer, 0, &time, NULL);
    sigwait(&set, &got); //~ abort
    return got;
}
