// A child comes, sets its variable and goes. What it sets is its own; of what does not run nothing holds.
//@ native: no
#include <gmc.h>
#include <sys/wait.h>
#include <unistd.h>

static int done;

gmc_ltl("comes", "!{2: 1} && F {2: 1}");
gmc_ltl("works", "F {2: done}");
gmc_ltl("goes", "F G !({2: 1} || {2: done})");
gmc_ltl("own", "G !{1: done}");

int main(void) {
    if (fork() == 0) {
        done = 1;
        _exit(0);
    }
    wait(NULL);
    return 0;
}
