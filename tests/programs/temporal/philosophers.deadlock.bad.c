// Two philosophers who each take their own fork first: where both wait for ever, the last state repeats.
//@ check: --fairness strong --allow deadlock
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t fork_[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
atomic_int hungry[2], eats[2];

gmc_ltl("fed", "G({hungry[0]} -> F {eats[0]})");

static void *run(void *number) {
    int me = (int)(long)number;
    for (;;) {
        hungry[me] = 1;
        pthread_mutex_lock(&fork_[me]);
        pthread_mutex_lock(&fork_[1 - me]);
        hungry[me] = 0;
        eats[me] = 1;
        eats[me] = 0;
        pthread_mutex_unlock(&fork_[1 - me]);
        pthread_mutex_unlock(&fork_[me]);
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
