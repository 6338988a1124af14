// An elevator that goes up and down comes to every floor.
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

// An elevator between three floors, and somebody who calls it.
atomic_int floor_, calls[3];

gmc_ltl("it comes", "G({calls[2]} -> F {floor_ == 2})");

static void *elevator(void *unused) {
    int up = 1;
    for (;;) {
        int here = floor_;
        if (here == 2)
            up = 0;
        if (here == 0)
            up = 1;
        floor_ = up ? here + 1 : here - 1;
        calls[floor_] = 0;
    }
    return unused;
}

static void *people(void *unused) {
    for (;;)
        calls[gmc_choose(3)] = 1;
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, elevator, 0);
    pthread_create(&threads[1], 0, people, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
}
