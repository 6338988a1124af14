// Peterson's lock.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_int want[2], turn, in[2];

static void *run(void *number) {
    int me = (int)(long)number;
    int other = 1 - me;
    for (;;) {
        want[me] = 1;
        turn = other;
        while (want[other] && turn == other) {
        }
        in[me] = 1;
        in[me] = 0;
        want[me] = 0;
    }
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
}
