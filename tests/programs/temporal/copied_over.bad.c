// A structure is written member by member: a state has a half of it.
//@ violation: ltl
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
    int a, b;
} pair, next = {1, 1};

gmc_ltl("equal", "G {pair.a == pair.b}");

int main(void) {
    pair.a = next.a;
    pair.b = next.b;
    return pair.a - 1;
}
