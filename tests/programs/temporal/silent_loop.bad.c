// A loop that does nothing visible never changes anything.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int x;

gmc_ltl("stays", "G F {!x}");

int main(void) {
    x = 1;
    for (volatile int i = 0;; i = 1 - i) {
    }
}
