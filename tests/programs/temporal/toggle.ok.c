// One thread, which is enough: a lamp that goes on and off for ever.
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int lamp;

gmc_ltl("blinks", "G F {lamp} && G F {!lamp}");

int main(void) {
    for (;;)
        lamp = !lamp;
}
