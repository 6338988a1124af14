// A ticket lock.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_uint next, serving, in[2];

static void *run(void *number) {
    int me = (int)(long)number;
    for (;;) {
        unsigned ticket = next;
        while (!atomic_compare_exchange_strong(&next, &ticket, (ticket + 1) & 3)) {
        }
        while (serving != ticket) {
        }
        in[me] = 1;
        in[me] = 0;
        serving = (ticket + 1) & 3;
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
