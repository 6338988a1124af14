// A parent looks again and again whether its child has ended. If nobody is fair, the child may never get its turn.
//@ violation: ltl
//@ check: --fairness none
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
