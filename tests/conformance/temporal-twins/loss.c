// A sender that may lose every message.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_int sent, received;

static void *run(void *number) {
    int me = (int)(long)number;
    if (me == 0) {
        for (;;)
            if (gmc_choose(2))
                sent = 1;
    } else {
        for (;;)
            if (sent) {
                received = 1;
                sent = 0;
            }
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
