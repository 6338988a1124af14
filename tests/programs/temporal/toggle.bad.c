// A lamp that is switched for the last time at some point.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int lamp;

gmc_ltl("blinks", "G F {lamp} && G F {!lamp}");

int main(void) {
    for (int i = 0; i < 5; i++)
        lamp = !lamp;
}
