// A test-and-set lock.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_int lock, want[2], in[2];

static void *run(void *number) {
    int me = (int)(long)number;
    for (;;) {
        want[me] = 1;
        while (atomic_exchange(&lock, 1)) {
        }
        in[me] = 1;
        in[me] = 0;
        lock = 0;
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
