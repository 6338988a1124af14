// The alarm ends the read, and what was not read is used.
//@ check: --clock ordered
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void ring(int signal)
{
    write(ends[1], "!", 1);
}

int main(void)
{
    char byte;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = ring;
    sigaction(SIGALRM, &action, NULL);
    pipe(ends);
    alarm(1);
    read(ends[0], &byte, 1);
    return byte == 'x'; //~ uninitialized-read
}
