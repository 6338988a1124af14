// The same with each taking the own fork first: as fair as they are, in the end each may hold one fork.
//@ violation: deadlock
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define N 2
sem_t fork_[N], turn[N][2];
atomic_int hungry[N], eats[N];

gmc_ltl("fed", "G({hungry[0]} -> F {eats[0]})");

static void *run(void *number) {
    int me = (int)(long)number, first = me, second = (me + 1) % N;
    for (;;) {
        hungry[me] = 1;
        sem_wait(&fork_[first]);
        sem_wait(&fork_[second]);
        hungry[me] = 0;
        eats[me] = 1;
        eats[me] = 0;
        sem_post(&fork_[first]);
        sem_post(&fork_[second]);
        // The neighbours may go on; it is their turn.
        sem_post(&turn[(me + N - 1) % N][1]);
        sem_post(&turn[(me + 1) % N][0]);
        sem_wait(&turn[me][0]);
        sem_wait(&turn[me][1]);
    }
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++) {
        sem_init(&fork_[i], 0, 1);
        sem_init(&turn[i][0], 0, 0);
        sem_init(&turn[i][1], 0, 0);
    }
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
}
