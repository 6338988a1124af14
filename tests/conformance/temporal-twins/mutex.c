// A mutex: who waits for it is not enabled.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int in[2];

static void *run(void *number) {
    int me = (int)(long)number;
    for (;;) {
        pthread_mutex_lock(&mutex);
        in[me] = 1;
        in[me] = 0;
        pthread_mutex_unlock(&mutex);
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
