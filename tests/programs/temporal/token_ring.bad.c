// A station that may keep the token: the others need not see it again.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int holder;

gmc_ltl("round", "G F {holder == 0} && G F {holder == 1} && G F {holder == 2}");

static void *station(void *number) {
    int me = (int)(long)number;
    for (;;)
        if (holder == me)
            holder = gmc_choose(2) ? me : (me + 1) % 3;
    return 0;
}

int main(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, station, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
