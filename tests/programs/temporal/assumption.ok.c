// A run that stops before an assumption that does not hold is none, however long others go on.
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, done;

gmc_ltl("done", "F {done}");

static void *first(void *unused) {
    x = gmc_choose(2);
    gmc_assume(x == 0);
    done = 1;
    return unused;
}

static void *second(void *unused) {
    for (;;)
        (void)x;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
