// Two philosophers who take the forks in one order: a hungry one eats, if a scheduler lets a thread go on that could
// do so again and again.
//@ check: --fairness strong
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
        pthread_mutex_lock(&fork_[0]);
        pthread_mutex_lock(&fork_[1]);
        hungry[me] = 0;
        eats[me] = 1;
        eats[me] = 0;
        pthread_mutex_unlock(&fork_[1]);
        pthread_mutex_unlock(&fork_[0]);
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
