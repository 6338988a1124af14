// A value that must not occur between two events.
//@ violation: ltl
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int locked, value, freed;

gmc_ltl("quiet", "never {value == 2} between {locked} and {!locked}");
gmc_ltl("answered", "{!locked} responds to {locked}");
gmc_ltl("order", "{locked} precedes {freed}");

int main(void) {
    locked = 1;
    value = 2;
    locked = 0;
    value = 2;
    freed = 1;
    return 0;
}
