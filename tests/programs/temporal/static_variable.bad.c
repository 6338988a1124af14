// A static variable of a file that gets too far.
//@ violation: ltl
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

static int state;

gmc_ltl("starts at zero and ends at two", "{static_variable.bad.c::state == 0} && F G {static_variable.bad.c::state == 2}");

int main(void) {
    static int steps = 3;
    while (steps > 0) {
        steps = steps - 1;
        state = state + 1;
    }
    return 0;
}
