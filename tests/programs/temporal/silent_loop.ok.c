// A loop that does nothing visible repeats its state for ever.
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int x;

gmc_ltl("stays", "F G {x}");

int main(void) {
    x = 1;
    for (volatile int i = 0;; i = 1 - i) {
    }
}
