// Held back until the program waits, the alarm cannot be missed.
//@ check: --clock ordered
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t rung;

static void ring(int signal)
{
    rung = 1;
}

int main(void)
{
    sigset_t held, before;
    signal(SIGALRM, ring);
    sigemptyset(&held);
    sigaddset(&held, SIGALRM);
    sigprocmask(SIG_BLOCK, &held, &before);
    alarm(2);
    sigsuspend(&before);
    assert(rung);
    return 0;
}
