// A test-and-set lock starves a thread, however fair the scheduler is.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock, want[2], in[2];

gmc_ltl("exclusive", "G !({in[0]} && {in[1]})");
gmc_ltl("progress", "G({want[0]} -> F {in[0]})");

static void *run(void *number) {
    int me = (int)(long)number;
    for (;;) {
        want[me] = 1;
        while (atomic_exchange(&lock, 1)) {
        }
        in[me] = 1;
        in[me] = 0;
        lock = 0;
        want[me] = 0;
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, run, (void *)0);
    pthread_create(&b, 0, run, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
