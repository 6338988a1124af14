// Two threads that nothing keeps in step.
//@ violation: ltl
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t barrier;
atomic_int phase[2];

gmc_ltl("in step", "G {phase[0] - phase[1] <= 1 && phase[1] - phase[0] <= 1}");
gmc_ltl("through", "F({phase[0] == 2} && {phase[1] == 2})");

static void *run(void *number) {
    int me = (int)(long)number;
    for (int i = 1; i <= 2; i++) {
        phase[me] = i;
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, run, (void *)0);
    pthread_create(&b, 0, run, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
