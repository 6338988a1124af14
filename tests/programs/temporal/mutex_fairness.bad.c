// With weak fairness it need not: whenever the thread is scheduled, the mutex is taken.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int in;

gmc_ltl("gets in", "F {in}");

static void *first(void *unused) {
    pthread_mutex_lock(&mutex);
    in = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *second(void *unused) {
    for (;;) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
