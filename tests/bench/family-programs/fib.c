// Two threads add each other's Fibonacci numbers: every order of the six reads and writes of a round leads elsewhere.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 6
#endif

atomic_int x = 1, y = 1;

static void *first(void *unused)
{
    for (int i = 0; i < N; i++)
        atomic_store(&x, atomic_load(&x) + atomic_load(&y));
    return unused;
}

static void *second(void *unused)
{
    for (int i = 0; i < N; i++)
        atomic_store(&y, atomic_load(&y) + atomic_load(&x));
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&other, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
