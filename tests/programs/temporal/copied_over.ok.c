// A structure is written at once: no state has a half of it.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
    int a, b;
} pair, next = {1, 1};

gmc_ltl("equal", "G {pair.a == pair.b}");

int main(void) {
    pair = next;
    return pair.a - 1;
}
