// A fork that is put down goes to the philosopher who waits for it: with weak fairness, nobody starves.
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define N 2
// Given to the one of its two philosophers who waits.
sem_t given[N][2];
int busy[N], wanted[N];
atomic_int hungry[N], eats[N];

gmc_ltl("fed", "G({hungry[0]} -> F {eats[0]})");

static void take(int fork_, int me) {
    gmc_atomic_begin();
    int waits = busy[fork_];
    *(waits ? &wanted[fork_] : &busy[fork_]) = 1;
    gmc_atomic_end();
    if (waits)
        sem_wait(&given[fork_][me == fork_]);
}

static void put(int fork_, int me) {
    gmc_atomic_begin();
    if (wanted[fork_])
        sem_post(&given[fork_][me != fork_]);
    else
        busy[fork_] = 0;
    wanted[fork_] = 0;
    gmc_atomic_end();
}

static void *run(void *number) {
    int me = (int)(long)number, first = 0, second = 1;
    for (;;) {
        hungry[me] = 1;
        take(first, me);
        take(second, me);
        hungry[me] = 0;
        eats[me] = 1;
        eats[me] = 0;
        put(first, me);
        put(second, me);
    }
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < 2 * N; i++)
        sem_init(&given[i / 2][i % 2], 0, 0);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
}
