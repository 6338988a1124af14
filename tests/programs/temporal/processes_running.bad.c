// A child comes, sets its variable and goes: the parent does not have what it sets.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <sys/wait.h>
#include <unistd.h>

static int done;

gmc_ltl("comes", "!{2: 1} && F {2: 1}");
gmc_ltl("works", "F {2: done}");
gmc_ltl("goes", "F G !({2: 1} || {2: done})");
gmc_ltl("shared", "F {done}");

int main(void) {
    if (fork() == 0) {
        done = 1;
        _exit(0);
    }
    wait(NULL);
    return 0;
}
