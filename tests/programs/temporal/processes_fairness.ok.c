// A parent looks again and again whether its child has ended. The child gets its turn, as processes do.
//@ native: no
#include <gmc.h>
#include <sys/wait.h>
#include <unistd.h>

static int done;

gmc_ltl("works", "F {2: done}");

int main(void) {
    if (fork() == 0) {
        done = 1;
        _exit(0);
    }
    while (waitpid(-1, NULL, WNOHANG) == 0)
        ;
    return 0;
}
