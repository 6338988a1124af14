// Lamport's bakery: waiting is an assumption, or a loop if SPIN is defined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_assume(int);

#ifndef N
#define N 4
#endif

#ifdef SPIN
#define AWAIT(condition) while (!(condition))
#else
#define AWAIT(condition) __VERIFIER_assume(condition)
#endif

atomic_int choosing[N], number[N], inside;

static _Bool may_pass(int mine, int i, int theirs, int j)
{
    return theirs == 0 || theirs > mine || (theirs == mine && j > i);
}

static void *visit(void *which)
{
    int i = (int)(long)which, mine = 0;
    atomic_store(&choosing[i], 1);
    for (int j = 0; j < N; j++) {
        int theirs = atomic_load(&number[j]);
        if (theirs > mine)
            mine = theirs;
    }
    mine++;
    atomic_store(&number[i], mine);
    atomic_store(&choosing[i], 0);
    for (int j = 0; j < N; j++) {
        if (j == i)
            continue;
        AWAIT(atomic_load(&choosing[j]) == 0);
        AWAIT(may_pass(mine, i, atomic_load(&number[j]), j));
    }
    assert(atomic_load(&inside) == 0);
    atomic_store(&inside, 1);
    assert(atomic_load(&inside) == 1);
    atomic_store(&inside, 0);
    atomic_store(&number[i], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, visit, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
