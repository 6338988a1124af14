// One thread looks for the last zero of an array, the others each make one element larger than the one before
// (Abdulla et al., POPL 2014).
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 12
#endif

atomic_int array[N + 1];

static void *look(void *unused)
{
    int i = N;
    while (atomic_load(&array[i]) != 0)
        i--;
    return unused;
}

static void *grow(void *number)
{
    int j = (int)(long)number;
    atomic_store(&array[j], atomic_load(&array[j - 1]) + 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[0], NULL, look, NULL);
    for (long i = 1; i <= N; i++)
        pthread_create(&threads[i], NULL, grow, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
