// Three stations pass a token round.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3

atomic_int holder;

static void *run(void *number) {
    int me = (int)(long)number;
    for (;;)
        if (holder == me)
            holder = (me + 1) % 3;
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
}
