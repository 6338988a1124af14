// Readers stay out while the writer waits, so it gets its turn.
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock, readers, writing, waits;

gmc_ltl("no reader beside the writer", "G !({writing} && {readers > 0})");
gmc_ltl("the writer comes", "G({waits} -> F {writing})");

static void enter(void) {
    while (atomic_exchange(&lock, 1)) {
    }
}

static void *reader(void *unused) {
    for (;;) {
        gmc_atomic_begin();
        if (!writing && !waits) {
            readers = readers + 1;
        } else {
            gmc_atomic_end();
            continue;
        }
        gmc_atomic_end();
        gmc_atomic_begin();
        readers = readers - 1;
        gmc_atomic_end();
    }
    return unused;
}

static void *writer(void *unused) {
    for (;;) {
        waits = 1;
        for (;;) {
            gmc_atomic_begin();
            if (!readers) {
                writing = 1;
                gmc_atomic_end();
                break;
            }
            gmc_atomic_end();
        }
        waits = 0;
        writing = 0;
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, reader, 0);
    pthread_create(&threads[1], 0, writer, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    enter();
}
