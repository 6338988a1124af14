// X looks at the next step, which comes too late here.
//@ violation: ltl
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int x;

gmc_ltl("at once", "G({x == 1} -> X {x == 2})");

int main(void) {
    x = 1;
    x = 3;
    x = 2;
    return 0;
}
