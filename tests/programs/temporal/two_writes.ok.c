// A thread that is alone: what it writes to a local variable in between is not seen.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int x;

gmc_ltl("never one", "G {x != 1}");

int main(void) {
    int y = x;
    y = 1;
    y = y + 1;
    x = y;
    return 0;
}
