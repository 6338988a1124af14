// A thread waits until another one is ready.
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready, used;

gmc_ltl("not before it is ready", "!{used} U {ready}");

static void *first(void *unused) {
    ready = 1;
    return unused;
}

static void *second(void *unused) {
    while (!ready) {
    }
    used = 1;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
