// A watchdog that repeats goes off again before the program has done two things in a row.
//@ check: --clock ordered
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t steps = 1;

static void look(int signal)
{
    assert(steps > 0); //~ assertion
    steps = 0;
}

int main(void)
{
    int ends[2];
    struct itimerval each = { { 1, 0 }, { 1, 0 } };
    pipe(ends);
    signal(SIGALRM, look);
    setitimer(ITIMER_REAL, &each, NULL);
    for (int i = 0; i < 2; i++) {
        write(ends[1], "x", 1);
        steps++;
    }
    return 0;
}
