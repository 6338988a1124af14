// A static variable of a file, by the file's name.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

static int state;

gmc_ltl("starts at zero and ends at two", "{static_variable.ok.c::state == 0} && F G {static_variable.ok.c::state == 2}");

int main(void) {
    static int steps = 2;
    while (steps > 0) {
        steps = steps - 1;
        state = state + 1;
    }
    return 0;
}
