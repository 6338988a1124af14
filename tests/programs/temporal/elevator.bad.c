// An elevator that serves the nearest call first may never come to the top.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

// An elevator between three floors, and somebody who calls it.
atomic_int floor_, calls[3];

gmc_ltl("it comes", "G({calls[2]} -> F {floor_ == 2})");

static void *elevator(void *unused) {
    for (;;) {
        int here = floor_;
        if (here == 0 ? calls[1] : calls[here - 1])
            floor_ = here == 0 ? 1 : here - 1;
        else if (here < 2 && calls[here + 1])
            floor_ = here + 1;
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
