// A handshake with two flags.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_int a, b;

static void *run(void *number) {
    int me = (int)(long)number;
    if (me == 0) {
        while (!b) {
        }
        a = 1;
    } else {
        b = 1;
        while (!a) {
        }
        b = 0;
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
