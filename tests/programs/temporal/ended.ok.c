// A thread that counts to three ends.
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

gmc_ltl("ends", "F {ended(1)}");

static void *run(void *unused) {
    while (count < 3)
        count = count + 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
}
