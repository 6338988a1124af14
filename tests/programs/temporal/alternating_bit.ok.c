// The alternating bit protocol over a channel that loses at most one message in a row delivers.
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

// One message of the alternating bit protocol at a time; the channel loses messages.
atomic_int channel = -1, acknowledged = -1, sent, received;

gmc_ltl("delivered", "G({sent == 1} -> F {received == 1})");

static void *sender(void *unused) {
    for (int bit = 1;; bit = 1 - bit) {
        int losses = 0;
        sent = bit;
        while (acknowledged != bit) {
            if (losses < 1 && gmc_choose(2))
                losses = losses + 1;
            else
                channel = bit;
        }
    }
    return unused;
}

static void *receiver(void *unused) {
    for (;;) {
        int bit = channel;
        if (bit >= 0) {
            received = bit;
            acknowledged = bit;
        }
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, sender, 0);
    pthread_create(&threads[1], 0, receiver, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
}
