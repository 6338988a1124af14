// The alarm may go off before the program waits for it: then it waits for ever.
//@ check: --clock ordered
#include <signal.h>
#include <unistd.h>

static void ring(int signal)
{
}

int main(void)
{
    signal(SIGALRM, ring);
    alarm(2);
    pause(); //~ deadlock
    return 0;
}
