// The alarm ends a read that would wait for ever.
//@ check: --clock ordered
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t rung;
static int ends[2];

static void ring(int signal)
{
    rung = 1;
    write(ends[1], "!", 1);
}

int main(void)
{
    char byte = 0;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = ring;
    sigaction(SIGALRM, &action, NULL);
    pipe(ends);
    alarm(1);
    if (read(ends[0], &byte, 1) < 0) {
        assert(errno == EINTR && rung);
        read(ends[0], &byte, 1);
    }
    assert(byte == '!');
    close(ends[0]);
    close(ends[1]);
    return 0;
}
