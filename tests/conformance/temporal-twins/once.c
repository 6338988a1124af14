// Two threads that raise a counter and end: runs that end repeat their last state.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_int x, over[2];

static void *run(void *number) {
    int me = (int)(long)number;
    int old = x;
    x = old + 1;
    over[me] = 1;
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
}
