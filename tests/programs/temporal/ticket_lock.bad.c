// A ticket lock that reads and raises the next ticket in two steps: two threads get the same one.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, serving, in[2], want[2];

gmc_ltl("exclusive", "G !({in[0]} && {in[1]})");
gmc_ltl("served", "G({want[1]} -> F {in[1]})");

static void *run(void *number) {
    int me = (int)(long)number;
    for (;;) {
        want[me] = 1;
        unsigned ticket = next;
        next = ticket ^ 1;
        while (serving != ticket) {
        }
        in[me] = 1;
        in[me] = 0;
        want[me] = 0;
        serving = ticket ^ 1;
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
