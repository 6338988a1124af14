// A thread that is alone: both writes are seen, although nothing but local work is between them.
//@ violation: ltl
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int x;

gmc_ltl("never one", "G {x != 1}");

int main(void) {
    x = 1;
    x = 2;
    return 0;
}
