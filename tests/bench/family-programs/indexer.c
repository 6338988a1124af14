// Threads enter words into a hash table: a few of them collide (Flanagan and Godefroid, POPL 2005).
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 15
#endif
#define SIZE 128
#define MOST 4

atomic_int table[SIZE];

static void *enter(void *number)
{
    int thread = (int)(long)number;
    for (int m = 1; m <= MOST; m++) {
        int word = m * 11 + thread, at = word * 7 % SIZE, empty = 0;
        while (!atomic_compare_exchange_strong(&table[at], &empty, word)) {
            at = (at + 1) % SIZE;
            empty = 0;
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, enter, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
