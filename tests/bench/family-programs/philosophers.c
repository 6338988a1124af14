// Philosophers who take the left fork first; if POLITE is defined, the last one takes the right one first.
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif

pthread_mutex_t forks[N];

static void *dine(void *number)
{
    int first = (int)(long)number, second = (first + 1) % N;
#ifdef POLITE
    if (first == N - 1) {
        first = 0;
        second = N - 1;
    }
#endif
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, dine, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
