// A queue lock that does not take back its own permission: two threads come in.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

// Anderson's lock: each thread waits at its own flag.
atomic_int may[2] = {1, 0}, tail, in[2];

gmc_ltl("exclusive", "G !({in[0]} && {in[1]})");
gmc_ltl("again and again", "G F {in[0]} && G F {in[1]}");

static void *run(void *number) {
    int me = (int)(long)number;
    for (;;) {
        int slot = atomic_fetch_xor(&tail, 1);
        while (!may[slot]) {
        }
        in[me] = 1;
        in[me] = 0;
        may[1 - slot] = 1;
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
