// An alarm that is cancelled may have gone off before.
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
    signal(SIGALRM, ring);
    alarm(1);
    alarm(0);
    assert(!rung); //~ assertion
    return 0;
}
