// The bakery without the flag that says that somebody draws a number: both come in.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int choosing[2], number[2], in[2];

gmc_ltl("exclusive", "G !({in[0]} && {in[1]})");
gmc_ltl("served", "F {in[0]} && F {in[1]}");

static void *run(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
    number[me] = 1 + number[other];
    while (choosing[other]) {
    }
    while (number[other] && (number[other] < number[me] || (number[other] == number[me] && other < me))) {
    }
    in[me] = 1;
    in[me] = 0;
    number[me] = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, run, (void *)0);
    pthread_create(&b, 0, run, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
